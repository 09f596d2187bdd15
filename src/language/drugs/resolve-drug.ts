import { foldDiacritics } from '../fold-diacritics.ts';
import { once, readLexicon } from '../read-lexicon.ts';
import { SYLLABLE } from '../search-terms/correct-spelling.ts';
import { knownWords } from '../search-terms/word-tables.ts';
import { brandNames, drugLists, isDrugName } from './drug-names.ts';

/** Abbreviations of drugs → the drug in full. */
export const shortNames = once(
  () => new Map(readLexicon('drugs/short-names', ['short', 'name']).map(({ short, name }) => [short, name])),
);

const genericNames = once(() => {
  const { general, table, ordinary } = drugLists();
  const names = [...general, ...table].filter((name) => /^[a-z]{6,}$/u.test(name) && !ordinary.has(name));
  return [...new Set(names)].sort();
});

const MIN_LETTERS = 5;
/** With a dose after it fewer are enough: "para 1 g". */
const MIN_BEFORE_DOSE = 4;

/**
 * The drug that a word stands for: an abbreviation, or the beginning of one name alone ("spiro", "clarithro"). Null for a
 * drug's whole name, for an ordinary word, and where it may be several.
 */
export function resolveDrug(word: string, { hasDose = false } = {}): string | null {
  const short = foldDiacritics(word.toLowerCase());
  const listed = shortNames().get(short);
  if (listed !== undefined) return listed;
  const min = hasDose ? MIN_BEFORE_DOSE : MIN_LETTERS;
  if (short.length < min || isOrdinary(short) || isDrugName(short)) return null;
  return onlyOne(genericNames(), short);
}

/** The one of these names that begins so, however it is spelt: "spironolacton", "spironolactone". */
export function onlyOne(names: readonly string[], short: string): string | null {
  const found = names.filter((name) => name.startsWith(short));
  const [longest] = found.toSorted((a, b) => b.length - a.length);
  return longest !== undefined && found.every((name) => isSameName(name, longest)) ? longest : null;
}

export function isSameName(some: string, other: string): boolean {
  const stem = (name: string) => name.replace(/[es]+$/u, '');
  return stem(some) === stem(other);
}

function isOrdinary(word: string): boolean {
  const { common, medical } = knownWords();
  const isWord = common.has(word) || medical.has(word) || drugLists().not_a_drug.has(word);
  return isWord || SYLLABLE.test(word) || word in brandNames();
}
