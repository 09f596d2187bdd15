import { foldDiacritics } from '../fold-diacritics.ts';
import { once } from '../read-lexicon.ts';
import { brandNames, drugLists, isDrugName, isListedDrug } from './drug-names.ts';

/** Where a text names a drug, in positions of its composed form. */
export interface DrugSpan {
  start: number;
  end: number;
  /** As it is written, unmarked and in lower case. */
  name: string;
  /** False for a word that only has the form of a drug's name. */
  isListed: boolean;
}

const WORD = /[\p{L}\p{N}]+/gu;
/** What may stand between two words of one name. */
const JOINS = /^(?:[\s/+'’-]{1,3}|\s?[/+]\s?)$/u;
const VITAMIN = /^(?:[a-k]\d{0,2}|b complex)$/u;

/** The names of several words and what each begins with, by their words; true for a whole name. */
const nameBeginnings = once(() => {
  // The substances of a brand are one name too: "amoxicillin clavulanate".
  const ofBrands = Object.values(brandNames()).filter((substances) => substances.includes(' '));
  const beginnings = new Map<string, boolean>();
  for (const name of [...drugLists().table, ...ofBrands]) {
    const words = foldDiacritics(name).match(WORD) ?? [];
    for (let count = 1; count <= words.length; count += 1) {
      const begun = words.slice(0, count).join(' ');
      beginnings.set(begun, count === words.length || beginnings.get(begun) === true);
    }
  }
  return beginnings;
});

/** The drugs that a text names, names of several words as a whole: "insulin glargine", "co-trimoxazole", "folic acid". */
export function drugSpansIn(text: string): DrugSpan[] {
  const composed = text.normalize('NFC');
  const words = [...composed.matchAll(WORD)].map(([word], at, all) => {
    const start = all[at]?.index ?? 0;
    return { plain: foldDiacritics(word.toLowerCase()), start, end: start + word.length };
  });
  const spans: DrugSpan[] = [];
  for (let at = 0; at < words.length; ) {
    const taken = nameAt(at);
    const [first, last] = [words[at], words[at + Math.max(taken.words, 1) - 1]];
    if (taken.words > 0 && first && last)
      spans.push({
        start: first.start,
        end: last.end,
        name: foldDiacritics(composed.slice(first.start, last.end).toLowerCase()),
        isListed: taken.isListed,
      });
    at += Math.max(taken.words, 1);
  }
  return spans;

  function nameAt(at: number): { words: number; isListed: boolean } {
    let begun = '';
    let longest = 0;
    for (let i = at; i < words.length; i += 1) {
      if (i > at && !JOINS.test(composed.slice(words[i - 1]?.end, words[i]?.start))) break;
      begun += `${begun === '' ? '' : ' '}${words[i]?.plain}`;
      const isName = nameBeginnings().get(begun);
      if (isName === undefined) break;
      if (isName) longest = i - at + 1;
    }
    if (longest > 1) return { words: longest, isListed: true };
    const word = words[at]?.plain ?? '';
    const next = words[at + 1]?.plain ?? '';
    if (word === 'vitamin') return { words: VITAMIN.test(next) ? 2 : 1, isListed: true };
    if (!isDrugName(word)) {
      // "Acid folic", as the names of acids go in Vietnamese.
      return { words: word === 'acid' && isDrugName(next) ? 2 : longest, isListed: true };
    }
    return { words: next === 'acid' ? 2 : 1, isListed: isListedDrug(word) };
  }
}
