import { z } from 'zod';
import type { Language } from '../../../domain/language.ts';
import { once, readLexicon } from '../../../language/read-lexicon.ts';
import {
  compilePhrases,
  createPresenceReader,
  type Presence,
  readStatements,
  type Spelling,
} from '../../../language/read-statements.ts';
import { type DailyLimit, type Measured, readDoses, readVitals } from './read-vitals.ts';

export interface EmergencyVerdict {
  /** By its name in `emergency-categories.tsv`; null where nothing speaks of an emergency that is happening. */
  category: string | null;
  certainty: 'certain' | 'uncertain';
  /** A figure says so: a vital sign, a dose. */
  isMeasured: boolean;
  /** What the message is about if it is one after all. */
  hint: string | null;
}

/** What an emergency can be, the more urgent first: of several found, the first is named. Lasting: what passed may still kill, or come back worse. */
const categories = once(() => readLexicon('gates/emergency-categories', ['category', 'lasting']));
const isLasting = (name: string) =>
  categories().some(({ category, lasting }) => category === name && lasting);

const Within = z.enum(['message', 'sentence', 'hint']);

interface Combination {
  category: string;
  /** One sign of each list must be there, none counted twice. */
  all: readonly (readonly string[])[];
  /** `sentence`: "sudden" says nothing of a symptom in another. `hint`: no alarm, but what it is about if there is one. */
  within: z.infer<typeof Within>;
}

/** Signs that together are a red flag. */
const combinations = once((): readonly Combination[] =>
  readLexicon('gates/emergency-combinations', ['category', 'within', 'signs']).map((row) => {
    if (!categories().some(({ category }) => category === row.category)) {
      throw new Error(`emergency-categories.tsv has no ${row.category}`);
    }
    const all = row.signs.split(' ').map((list) => list.split('|'));
    return { category: row.category, within: Within.parse(row.within), all };
  }),
);

/** The words of each sign in one spelling. A circumstance (who, after what, how bad) is true however it is worded, unless it is denied. */
const signPatterns = once(() => {
  const rows = readLexicon('gates/emergency-signs', ['sign', 'language', 'phrases', 'circumstance']);
  const of = (spelling: Spelling) =>
    rows
      .filter(({ language }) => language === spelling.slice(0, 2))
      .map(({ sign, phrases, circumstance }) => ({
        sign,
        isCircumstance: circumstance !== '',
        pattern: compilePhrases(phrases, spelling),
      }));
  return { en: once(() => of('en')), vi: once(() => of('vi')), 'vi-unmarked': once(() => of('vi-unmarked')) };
});

/** A sign said over and over is read this often in a sentence. */
const READ_AGAIN = 3;

interface PresentSign {
  sign: string;
  sentence: number;
  certainty: Presence | null;
}

/** Whether a message tells of an emergency that is happening, by figures and by signs that stand together. */
export function judgeEmergency(
  message: string,
  { language, dailyLimit = () => null }: { language: Language; dailyLimit?: DailyLimit },
): EmergencyVerdict {
  const statements = readStatements(message, language);
  const reader = createPresenceReader(statements);
  const verdicts = new Map<string, EmergencyVerdict['certainty']>();
  const give = (category: string, certainty: EmergencyVerdict['certainty']) => {
    if (verdicts.get(category) !== 'certain') verdicts.set(category, certainty);
  };
  const signs: PresentSign[] = [];
  let isMeasured = false;
  const add = ({ means, start, end }: Measured, measured = false) => {
    const certainty = reader.presence(start, end, { lasting: isLasting(means), measured });
    if (certainty === 'absent') return;
    if (categories().some(({ category }) => category === means)) {
      give(means, certainty);
      isMeasured ||= measured;
    } else signs.push({ sign: means, sentence: reader.sentenceAt(start), certainty });
  };
  for (const measured of [...readVitals(statements), ...readDoses(statements, dailyLimit)])
    add(measured, true);
  for (const { sign, isCircumstance, pattern } of signPatterns()[statements.spelling]()) {
    const times = new Map<number, number>();
    for (const { 0: found, index } of statements.text.matchAll(pattern)) {
      const sentence = reader.sentenceAt(index);
      const before = times.get(sentence) ?? 0;
      if (before >= READ_AGAIN) continue;
      times.set(sentence, before + 1);
      if (!isCircumstance) add({ means: sign, start: index, end: index + found.length });
      else if (!reader.isDenied(index)) signs.push({ sign, sentence, certainty: null });
    }
  }

  const bySentence = groupBySentence(signs);
  const groups = { sentence: [...bySentence.values()], message: [signs] };
  let hint: string | null = null;
  for (const { category, within, all } of combinations()) {
    if (within === 'hint') {
      if (hint === null && isMet(all, new Set(signs.map(({ sign }) => sign)))) hint = category;
      continue;
    }
    const certainty = certaintyOf(all, groups[within]);
    if (certainty) give(category, certainty);
  }
  const category = categories().find((one) => verdicts.has(one.category))?.category ?? null;
  const isCertain = [...verdicts.values()].includes('certain');
  return { category, certainty: isCertain ? 'certain' : 'uncertain', isMeasured, hint: category ?? hint };
}

function groupBySentence(signs: readonly PresentSign[]): Map<number, PresentSign[]> {
  const groups = new Map<number, PresentSign[]>();
  for (const one of signs) groups.set(one.sentence, [...(groups.get(one.sentence) ?? []), one]);
  return groups;
}

function certaintyOf(
  all: Combination['all'],
  groups: readonly (readonly PresentSign[])[],
): EmergencyVerdict['certainty'] | null {
  let best: EmergencyVerdict['certainty'] | null = null;
  for (const signs of groups) {
    if (!isMet(all, new Set(signs.map(({ sign }) => sign)))) continue;
    const named = signs.filter(({ sign }) => all.some((list) => list.includes(sign)));
    if (named.some(({ certainty }) => certainty === 'certain')) return 'certain';
    best = 'uncertain';
  }
  return best;
}

/** One sign of each list, none of them counted twice. */
function isMet(
  lists: Combination['all'],
  present: ReadonlySet<string>,
  used: readonly string[] = [],
): boolean {
  const list = lists[used.length];
  if (!list) return true;
  return list.some(
    (sign) => present.has(sign) && !used.includes(sign) && isMet(lists, present, [...used, sign]),
  );
}
