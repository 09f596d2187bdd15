import type { DrugBook } from './drug-book.ts';
import { hasPhrase } from './has-phrase.ts';
import type { SafetyTables } from './safety-tables.ts';

/** What the words of an allergy stand for. */
export interface AllergyMeaning {
  /** With the names of what its short forms mean: "PCN" is also "penicillins". */
  text: string;
  drugs: readonly string[];
  /** The keys of the classes that it names as a whole. */
  classes: readonly string[];
}

export function meaningOf(allergy: string, tables: SafetyTables, book: DrugBook): AllergyMeaning {
  const also = tables.allergyWords
    .filter(({ words }) => words.some((word) => hasPhrase(allergy, word)))
    .flatMap(({ means }) => means.flatMap((key) => wordsFor(tables, key)));
  const text = [allergy, ...also].join('; ');
  return {
    text,
    drugs: book.resolve(text).drugs.map(({ name }) => name),
    classes: tables.classes
      .filter((row) => wordsForClass(row).some((word) => hasPhrase(text, word)))
      .map((row) => row.class),
  };
}

function wordsFor({ classes }: SafetyTables, key: string): string[] {
  const row = classes.find((one) => one.class === key);
  return row === undefined ? [key] : wordsForClass(row);
}

/** What a class is called, also one member of it: "statins", "statin". */
function wordsForClass({ names, spoken }: SafetyTables['classes'][number]): string[] {
  return [names.en, names.vi, ...spoken].flatMap((name) => [name, name.replace(/s$/u, '')]);
}
