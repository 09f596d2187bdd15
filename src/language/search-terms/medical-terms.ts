import type { Language } from '../../domain/language.ts';
import type { Expansion } from '../../domain/passage.ts';
import { brandNames } from '../drugs/drug-names.ts';
import { foldDiacritics } from '../fold-diacritics.ts';
import { once } from '../read-lexicon.ts';
import { analyzeText } from './analyze-text.ts';
import { abbreviations, synonyms } from './word-tables.ts';

/** In a question all in capitals of more words than this, capitals tell nothing. */
const MAX_WORDS_IN_CAPITALS = 3;
/** A syllable this short means too many things without its mark. */
const MAX_AMBIGUOUS_SYLLABLE = 3;
const WORD = /[\p{L}\p{N}]+/gu;

/** A word for a whole class and what belongs to it: who asks about the class is answered by its members, never the reverse. */
const KINDS_EN: Readonly<Record<string, readonly string[]>> = {
  steroid: ['hydrocortisone', 'dexamethasone', 'prednisolone', 'prednisone', 'methylprednisolone'],
  corticosteroid: ['hydrocortisone', 'dexamethasone', 'prednisolone', 'prednisone', 'methylprednisolone'],
  antidepressant: ['selective serotonin reuptake inhibitor'],
};

/** English by its stems, so that "deaths" is found as "death"; Vietnamese words do not change. */
const phraseTables = once(() => {
  const { en, vi } = synonyms();
  const brands = Object.fromEntries(
    Object.entries(brandNames()).map(([brand, generic]) => [brand, [generic]]),
  );
  return {
    en: createPhraseTable({
      groups: en,
      oneWay: { ...KINDS_EN, ...brands },
      wordsOf: (text) => analyzeText(text, 'en'),
    }),
    vi: createPhraseTable({ groups: vi, oneWay: brands, wordsOf }),
    unmarked: createPhraseTable({
      groups: vi.map((group) => group.filter(isClearUnmarked)),
      oneWay: brands,
      wordsOf: (text) => wordsOf(foldDiacritics(text)),
    }),
  };
});
/** As written, and as typed without marks (`DTD`) where that is no other abbreviation. */
const readingsByLetters = once(() => {
  const byLetters = (rows: ReadonlyMap<string, readonly string[]>) =>
    new Map([...[...rows].map(([key, readings]) => [foldDiacritics(key), readings] as const), ...rows]);
  return { en: byLetters(abbreviations().en.readings), vi: byLetters(abbreviations().vi.readings) };
});

/** What the question speaks of in other words: abbreviations written out, lay words and clinical ones, by table alone. */
export function expandQuery(question: string, language: Language): Expansion[] {
  // Who types without marks is understood without marks.
  const isUnmarked = foldDiacritics(question) === question;
  const table = phraseTables()[language === 'vi' && isUnmarked ? 'unmarked' : language];
  const asTyped = (phrase: string) => (isUnmarked ? foldDiacritics(phrase) : phrase);
  const abbreviations = abbreviationsIn(question, language).map(({ phrase, readings }) => ({
    phrase,
    alternatives: readings
      .flatMap((reading) => [reading, ...table.othersFor(reading)])
      .map((alternative) => asTyped(alternative)),
  }));
  const synonyms = table.find(question).map(({ phrase, alternatives }) => ({
    phrase,
    alternatives: alternatives.flatMap((alternative) => [alternative, ...genericsOf(phrase, table)]),
  }));
  return [...abbreviations, ...synonyms]
    .map(({ phrase, alternatives }) => ({
      phrase,
      alternatives: withoutRepeats(phrase, alternatives, table),
    }))
    .filter(({ alternatives }) => alternatives.length > 0);
}

/** The abbreviations of a question with all their readings, plurals too (`NSAIDs`). */
function abbreviationsIn(
  question: string,
  language: Language,
): { phrase: string; readings: readonly string[] }[] {
  const words = [...new Set(question.normalize('NFC').match(WORD) ?? [])];
  const capitalsTell = words.length <= MAX_WORDS_IN_CAPITALS || /\p{Ll}/u.test(question);
  return words.flatMap((phrase) => {
    const key = phrase.replace(/(?<=\p{Lu})s$/u, '').toLowerCase();
    const readings = readingsByLetters()[language].get(key);
    if (readings === undefined) return [];
    const isMeant =
      !abbreviations()[language].onlyInCapitals.has(key) || (capitalsTell && /\p{Lu}.*\p{Lu}/u.test(phrase));
    return isMeant ? [{ phrase, readings }] : [];
  });
}

/** What else a brand's substance is called. */
function genericsOf(phrase: string, table: PhraseTable): readonly string[] {
  const brands = brandNames();
  const generic = Object.hasOwn(brands, phrase) ? brands[phrase] : undefined;
  return generic === undefined ? [] : table.othersFor(generic);
}

function withoutRepeats(phrase: string, alternatives: readonly string[], table: PhraseTable): string[] {
  const byKey = new Map(
    alternatives.toReversed().map((alternative) => [table.keyOf(alternative), alternative]),
  );
  byKey.delete(table.keyOf(phrase));
  return [...byKey.values()].toReversed();
}

function isClearUnmarked(phrase: string): boolean {
  const folded = foldDiacritics(phrase);
  return folded === phrase || folded.length > MAX_AMBIGUOUS_SYLLABLE;
}

function wordsOf(text: string): string[] {
  return text.normalize('NFC').toLowerCase().match(WORD) ?? [];
}

type PhraseTable = ReturnType<typeof createPhraseTable>;

interface Phrases {
  /** Each phrase of a group also finds the others. */
  groups: readonly (readonly string[])[];
  /** A phrase that finds others which do not find it. */
  oneWay: Readonly<Record<string, readonly string[]>>;
  wordsOf(text: string): readonly string[];
}

/** Phrases by their words, looked up by every run of a text's words: as fast for ten phrases as for a thousand. */
function createPhraseTable({ groups, oneWay, wordsOf }: Phrases) {
  const table = new Map<string, { phrase: string; others: Set<string> }>();
  let longest = 1;
  /** The form in which two spellings of a phrase are the same. */
  const keyOf = (phrase: string) => wordsOf(phrase).join(' ');
  const add = (phrase: string, others: readonly string[]) => {
    const words = wordsOf(phrase);
    const key = words.join(' ');
    if (key === '') return;
    longest = Math.max(longest, words.length);
    const entry = table.get(key) ?? { phrase, others: new Set<string>() };
    for (const other of others) if (keyOf(other) !== key) entry.others.add(other);
    table.set(key, entry);
  };
  for (const group of groups) for (const phrase of group) add(phrase, group);
  for (const [phrase, others] of Object.entries(oneWay)) add(phrase, others);

  return {
    /** What the text says that the table knows, each with its other words. */
    find(text: string): Expansion[] {
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
    /** Other words for one phrase. */
    othersFor: (phrase: string) => [...(table.get(keyOf(phrase))?.others ?? [])],
    keyOf,
  };
}
