import { once, readLexicon, readWordLists } from '../read-lexicon.ts';

/**
 * Brands of the international and the Vietnamese market → the substances in them, by non-proprietary name. Only brands
 * that mean one product wherever they are sold.
 */
export const brandNames = once(
  (): Readonly<Record<string, string>> =>
    Object.fromEntries(
      readLexicon('drugs/brand-names', ['brand', 'substances']).map(({ brand, substances }) => [
        brand,
        substances,
      ]),
    ),
);

/**
 * `table`: every drug that the safety tables (knowledge/drug-safety) know, by each of its names there: what can be
 * checked can be read. `general`: others whose names end in no stem, or that are easily taken for another.
 */
export const drugLists = once(() => readWordLists('drugs/drug-names', 'name', ['general', 'table']));

/** Stems of non-proprietary names (WHO INN stems), matched at the end of a word. */
const STEM_ENDINGS =
  'azole|cillin|mycin|micin|cycline|floxacin|vir|mab|nib|statin|pril|prilat|sartan|olol|dipine|gliptin|gliflozin|glutide|' +
  'formin|glitazone|glinide|parin|xaban|gatran|farin|profen|fenac|oxicam|coxib|setron|tidine|triptan|lukast|' +
  'terol|tropium|asone|olone|onide|sonide|caine|azepam|zolam|azine|apine|idone|peridol|oxetine|talopram|' +
  'traline|barbital|quine|dronate|tretinoin|thyroxine|penem|codone|oxone|fentanyl|morphine|codeine|' +
  'semide|thiazide|lactone|grel|relor|platin|taxel|rubicin|tinib|mustine|trexate|parib|ciclib|stigmine|' +
  'curonium|thiouracil|mazole|nidazole|fibrate|setine|afil|osin|steride|oxifen|oxifene|trozole|prost|tocin';

/** Names of the tables that are ordinary words or other abbreviations as well: a drug only where drugs are spoken of. */
const ORDINARY_WORDS: ReadonlySet<string> = new Set(['alcohol', 'asa', 'taf', 'tdf']);

/** Names that no stem gives away: as they are, those of the tables, and those of the brands' substances. */
const plainNames = once((): ReadonlySet<string> => {
  const { general, table } = drugLists();
  return new Set([
    ...general,
    ...[...table].filter((name) => /^\p{L}+$/u.test(name) && !ORDINARY_WORDS.has(name)),
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

const DRUG_NAME = new RegExp(`^\\p{L}{2,20}(?:${STEM_ENDINGS})s?$`, 'iu');

/** The last letters of every stem: most words are told from a drug by them alone. */
const SHORTEST_ENDING = 3;
const LAST_LETTERS = new Set(STEM_ENDINGS.split('|').map((ending) => ending.slice(-SHORTEST_ENDING)));

/** Words that end like a drug and are none. */
const NOT_DRUGS = new Set([
  'cholesterol',
  'protocol',
  'control',
  'routine',
  'guideline',
  'baseline',
  'vaccine',
  'urine',
]);

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
  if (NOT_DRUGS.has(word)) return false;
  if (plainNames().has(word)) return true;
  const single = word.endsWith('s') ? word.slice(0, -1) : word;
  if (plainNames().has(single)) return true;
  const mayEndSo =
    LAST_LETTERS.has(word.slice(-SHORTEST_ENDING)) || LAST_LETTERS.has(single.slice(-SHORTEST_ENDING));
  return mayEndSo && word.length >= 6 && DRUG_NAME.test(word);
}

function isNotASalt(word: string): boolean {
  return word !== 'acid';
}
