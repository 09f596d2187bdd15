import type { Bilingual, Language } from '../../domain/language.ts';
import { byGravity, SEVERITY_WORDS } from '../../domain/severity.ts';
import type { CheckedPair } from './check-pair.ts';
import type { TablePair } from './check-pair-in-tables.ts';

const VERDICTS: Readonly<Record<CheckedPair['verdict'], Bilingual>> = {
  described: { en: 'an interaction is described', vi: 'có mô tả tương tác' },
  'described-as-none': {
    en: 'the labels mention the pair only to say that no relevant effect was seen',
    vi: 'nhãn chỉ nhắc đến để nói không thấy ảnh hưởng đáng kể',
  },
  'not-described': {
    en: 'neither label mentions the other; that is not proof that they do not interact',
    vi: 'không nhãn nào nhắc đến thuốc kia; điều đó không chứng minh là không có tương tác',
  },
  'partly-checked': {
    en: 'only one of the two labels could be read, and it does not mention the other: not fully checked',
    vi: 'chỉ đọc được một trong hai nhãn và nhãn đó không nhắc đến thuốc kia: chưa kiểm tra đầy đủ',
  },
  'not-checked': {
    en: 'no label could be read: not checked',
    vi: 'không đọc được nhãn nào: chưa kiểm tra',
  },
};

/** What was found of each pair in words: those that interact one by one, the gravest first, the others together. */
export function describePairs(pairs: readonly CheckedPair[], inTables: readonly TablePair[]): Bilingual {
  return { en: line('en'), vi: line('vi') };

  function line(language: Language): string {
    const described = pairs
      .map((pair, i) => ({ ...pair, gravest: inTables[i]?.statements[0] }))
      .filter(({ verdict }) => verdict === 'described')
      .toSorted((a, b) => byGravity(a.gravest ?? UNGRADED, b.gravest ?? UNGRADED))
      .map(({ drugs, verdict, gravest }) => {
        const severity = gravest === undefined ? '' : ` (${SEVERITY_WORDS[gravest.severity][language]})`;
        return `${drugs.join(' + ')}: ${VERDICTS[verdict][language]}${severity}.`;
      });
    const others = OTHERS.flatMap((verdict) => {
      const names = pairs.filter((pair) => pair.verdict === verdict).map(({ drugs }) => drugs.join(' + '));
      return names.length === 0 ? [] : [`${inFew(names, language)}: ${VERDICTS[verdict][language]}.`];
    });
    return [...described, ...others].join(' ');
  }
}

/** A label does not grade what it describes. */
const UNGRADED = { severity: 'unknown' as const };
const MAX_NAMED = 3;

/** Of many pairs that nothing is said of, how many they are says enough; the result has them all. */
function inFew(names: readonly string[], language: Language): string {
  if (names.length <= MAX_NAMED) return names.join(', ');
  return language === 'en' ? `${names.length} other pairs` : `${names.length} cặp thuốc khác`;
}

const OTHERS = ['described-as-none', 'not-described', 'partly-checked', 'not-checked'] as const;
