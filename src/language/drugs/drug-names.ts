import { once, readLexicon, readWordLists } from '../read-lexicon.ts';

/**
 * Brands of the international and the Vietnamese market → the substances in them, by non-proprietary name. Only brands
 * that mean one product wherever they are sold.
 */
export const brandNames = once(
  (): Readonly<Record<string, string>> =>
    Object.fromEntries(
      readLexicon('drugs/brand-names', ['brand', 'substances']).map((row) => [row.brand, row.substances]),
    ),
);

/**
 * `table`: every drug that the safety tables (knowledge/drug-safety) know, by each of its names there: what can be
 * checked can be read. `general`: others whose names end in no stem, or that are easily taken for another. `stem`: endings of
 * non-proprietary names. `ordinary`: names of the tables that are other words as well, a drug only where drugs are spoken of.
 * `not_a_drug`: words that end like one.
 */
export const drugLists = once(() =>
  readWordLists('drugs/drug-names', 'name', ['general', 'table', 'stem', 'ordinary', 'not_a_drug']),
);

/** Names that no stem gives away: as they are, those of the tables, and those of the brands' substances. */
const plainNames = once((): ReadonlySet<string> => {
  const { general, table, ordinary } = drugLists();
  return new Set([
    ...general,
    ...[...table].filter((name) => /^\p{L}+$/u.test(name) && !ordinary.has(name)),
    ...Object.values(brandNames()).flatMap((substances) => substances.split(' ').filter(isNotASalt)),
  ]);
});

const substancesOf = once(
  (): ReadonlyMap<string, readonly string[]> =>
    new Map(
      Object.entries(brandNames()).map(([brand, substances]) => [
        brand,
        substances.split(' ').filter(isNotASalt),
      ]),
    ),
);

/** Every drug known by name, brands included, in lower case. */
export const knownDrugs = once(
  (): ReadonlySet<string> => new Set([...plainNames(), ...substancesOf().keys()]),
);

const SHORTEST_ENDING = 3;
const stems = once(() => {
  const endings = [...drugLists().stem];
  return {
    pattern: new RegExp(`^\\p{L}{2,20}(?:${endings.join('|')})s?$`, 'iu'),
    /** Of every stem: most words are told from a drug by them alone. */
    lastLetters: new Set(endings.map((ending) => ending.slice(-SHORTEST_ENDING))),
  };
});

/**
 * The drugs, vitamins and elements a text names, in lower case, each once; a brand by what is in it.
 * By form and list: it misses some.
 */
export function drugNamesIn(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return [
    ...new Set(words.flatMap((word) => substancesOf().get(word) ?? (isGenericName(word) ? [word] : []))),
  ];
}

/** Whether a word, in lower case, is a drug by name, brand or form. */
export function isDrugName(word: string): boolean {
  return substancesOf().has(word) || isGenericName(word);
}

/** Whether a word, in lower case, is on a list of drugs, and not only of the form of one. */
export function isListedDrug(word: string): boolean {
  return knownDrugs().has(word) || (word.endsWith('s') && knownDrugs().has(word.slice(0, -1)));
}

function isGenericName(word: string): boolean {
  if (drugLists().not_a_drug.has(word)) return false;
  if (plainNames().has(word)) return true;
  const single = word.endsWith('s') ? word.slice(0, -1) : word;
  if (plainNames().has(single)) return true;
  const { pattern, lastLetters } = stems();
  const mayEndSo = [word, single].some((form) => lastLetters.has(form.slice(-SHORTEST_ENDING)));
  return mayEndSo && word.length >= 6 && pattern.test(word);
}

function isNotASalt(word: string): boolean {
  return word !== 'acid';
}
