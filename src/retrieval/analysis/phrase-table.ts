import type { Expansion } from '../../domain/passage.ts';

export interface PhraseTable {
  /** What the text says that the table knows, each with its other words. */
  find(text: string): Expansion[];
  /** Other words for one phrase. */
  othersFor(phrase: string): readonly string[];
  /** The form in which two spellings of a phrase are the same. */
  keyOf(phrase: string): string;
}

interface Phrases {
  /** Each phrase of a group also finds the others. */
  groups: readonly (readonly string[])[];
  /** A phrase that finds others which do not find it. */
  oneWay: Readonly<Record<string, readonly string[]>>;
  wordsOf(text: string): readonly string[];
}

/** Phrases by their words, looked up by every run of a text's words: as fast for ten phrases as for a thousand. */
export function createPhraseTable({ groups, oneWay, wordsOf }: Phrases): PhraseTable {
  const table = new Map<string, { phrase: string; others: Set<string> }>();
  let longest = 1;
  const keyOf = (phrase: string) => wordsOf(phrase).join(' ');
  const add = (phrase: string, others: readonly string[]) => {
    const words = wordsOf(phrase);
    const key = words.join(' ');
    if (key === '') return;
    longest = Math.max(longest, words.length);
    const entry = table.get(key) ?? { phrase, others: new Set() };
    for (const other of others) if (keyOf(other) !== key) entry.others.add(other);
    table.set(key, entry);
  };
  for (const group of groups) for (const phrase of group) add(phrase, group);
  for (const [phrase, others] of Object.entries(oneWay)) add(phrase, others);

  return {
    find(text) {
      const words = wordsOf(text);
      const found = new Map<string, Expansion>();
      const isInLonger = words.map(() => false);
      for (let length = Math.min(longest, words.length); length > 0; length -= 1) {
        for (let start = 0; start + length <= words.length; start += 1) {
          // "Heat stroke" is no stroke.
          if (length === 1 && isInLonger[start]) continue;
          const key = words.slice(start, start + length).join(' ');
          const entry = table.get(key);
          if (entry === undefined || entry.others.size === 0) continue;
          if (length > 1) isInLonger.fill(true, start, start + length);
          found.set(key, { phrase: entry.phrase, alternatives: [...entry.others] });
        }
      }
      return [...found.values()];
    },
    othersFor: (phrase) => [...(table.get(keyOf(phrase))?.others ?? [])],
    keyOf,
  };
}
