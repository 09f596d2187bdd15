import type { Language } from '../../domain/language.ts';
import type { Correction } from '../../domain/passage.ts';
import { isDrugName, knownDrugs } from '../drugs/drug-names.ts';
import { foldDiacritics } from '../fold-diacritics.ts';
import { once } from '../read-lexicon.ts';
import { analyzeText } from './analyze-text.ts';
import { knownWords, synonyms } from './word-tables.ts';

const MIN_LETTERS = 5;
/** From this length on two edits may lie between a word and what was meant. */
const LONG_FROM = 8;
const LONG_STEM_FROM = 10;
const WORD = /[\p{L}\p{N}]+/gu;
/** A Vietnamese syllable without marks: one letter more or less makes another, so none is ever taken for misspelt. */
export const SYLLABLE =
  /^(?:ngh|ng|nh|ch|gh|gi|kh|ph|qu|th|tr|[bcdghklmnpqrstvx])?[aeiouy]{1,3}(?:ch|ng|nh|[cmnpt])?$/u;

/** Words as people write them; the index holds only their stems. */
const writtenWords = once(
  (): ReadonlySet<string> =>
    new Set([
      ...synonyms().en.flatMap((group) => group.flatMap(lettersOf)),
      ...knownWords().medical,
      ...knownDrugs(),
    ]),
);
const rightStems = once(
  (): ReadonlySet<string> =>
    new Set([...knownWords().common, ...writtenWords()].flatMap((word) => analyzeText(word, 'en'))),
);

/** The words of a question that may be misspelt, should the index not hold them. */
export function doubtfulWords(question: string, language: Language): string[] {
  return [...new Set(question.normalize('NFC').match(WORD) ?? [])].filter((word) => {
    const letters = foldDiacritics(word.toLowerCase());
    const isAcronym = word === word.toUpperCase();
    if (!/^[a-z]+$/u.test(letters) || letters.length < MIN_LETTERS || isAcronym) return false;
    if (language === 'vi' && (letters !== word.toLowerCase() || SYLLABLE.test(letters))) return false;
    const stems = analyzeText(letters, 'en');
    // A word that is never searched for ("should") has no stem.
    return stems.length > 0 && !isDrugName(letters) && !stems.some((stem) => rightStems().has(stem));
  });
}

/**
 * For each doubtful word that the vocabulary (an index's terms and how many passages hold each) does not know, the
 * nearest it does know. Nothing where two drugs are equally near, or a drug that the index does not know is.
 */
export function correctSpelling(
  question: string,
  vocabulary: ReadonlyMap<string, number>,
  language: Language,
): Correction[] {
  return doubtfulWords(question, language).flatMap((word) => {
    if (analyzeText(word, language).some((term) => vocabulary.has(term))) return [];
    const to = nearest(foldDiacritics(word.toLowerCase()), vocabulary, language);
    return to === null ? [] : [{ from: word, to }];
  });
}

/** The most letters between a word and what was meant. */
export function editLimit(word: string): number {
  return word.length >= LONG_FROM ? 2 : 1;
}

/** The terms under which an index may hold the words that a misspelt one is near. */
export function nearbyTerms(word: string, language: Language): string[] {
  const letters = foldDiacritics(word.toLowerCase());
  return [...writtenWords()]
    .filter((other) => other[0] === letters[0] && distance(letters, other) <= editLimit(letters))
    .flatMap((other) => analyzeText(other, language));
}

function nearest(word: string, vocabulary: ReadonlyMap<string, number>, language: Language): string | null {
  const limit = editLimit(word);
  const stem = stemOf(word, language);
  const near: { to: string; distance: number; passages: number; isDrug: boolean }[] = [];
  for (const other of writtenWords()) {
    if (other[0] !== word[0]) continue;
    const away = distance(word, other);
    if (away > limit) continue;
    const passages = Math.max(0, ...analyzeText(other, language).map((term) => vocabulary.get(term) ?? 0));
    near.push({ to: other, distance: away, passages, isDrug: knownDrugs().has(other) });
  }
  const isWritten = new Set(near.map(({ to }) => stemOf(to, language)));
  for (const [term, passages] of vocabulary) {
    if (term[0] !== word[0] || isWritten.has(term)) continue;
    // A stem has lost letters already: fewer may be wrong in what is left.
    const shorter = Math.min(stem.length, term.length);
    if (shorter < MIN_LETTERS) continue;
    const away = Math.min(distance(word, term), distance(stem, term));
    if (away > (shorter >= LONG_STEM_FROM ? limit : 1) || !/^[a-z]+$/u.test(term)) continue;
    if (language === 'vi' && SYLLABLE.test(term)) continue;
    // Some stems have a stem of their own, and would not be found by it.
    if (stemOf(term, language) !== term) continue;
    near.push({ to: term, distance: away, passages, isDrug: isDrugName(term) });
  }
  const least = Math.min(...near.map(({ distance: away }) => away));
  const best = near.filter(({ distance: away }) => away === least).sort((a, b) => b.passages - a.passages);
  const [first] = best;
  if (first === undefined || first.passages === 0) return null;
  if (swapsOpposites(word, first.to)) return null;
  // Two drugs as near, or one that is not in the index: to guess would be to answer about another drug.
  const otherDrugs = best.filter(
    ({ to, isDrug }) => isDrug && stemOf(to, language) !== stemOf(first.to, language),
  );
  return otherDrugs.length > 0 ? null : first.to;
}

/** British and American spellings of a word are the same word. */
function distance(a: string, b: string): number {
  const limit = Math.max(editLimit(a), 1);
  // What differs by more than the limit and the two letters that may fall away needs no closer look.
  if (Math.abs(a.length - b.length) > limit + 2) return limit + 1;
  return editDistance(a.replace(/[ao]e/gu, 'e'), b.replace(/[ao]e/gu, 'e'), limit);
}

function swapsOpposites(from: string, to: string): boolean {
  return /^hyper/u.test(from) !== /^hyper/u.test(to) && /^hyp[oe]/u.test(from) && /^hyp[oe]/u.test(to);
}

function stemOf(word: string, language: Language): string {
  return analyzeText(word, language)[0] ?? word;
}

function lettersOf(phrase: string): string[] {
  return phrase.split(/[^a-z]+/u).filter(({ length }) => length >= MIN_LETTERS);
}

/** Longer words are no words; rows are kept between calls, because thousands of terms are compared at once. */
const MAX_LETTERS = 64;
const ROWS = [0, 1, 2].map(() => new Uint8Array(MAX_LETTERS + 1)) as [Uint8Array, Uint8Array, Uint8Array];

/** Damerau–Levenshtein distance (adjacent letters swapped count as one edit), or `limit + 1` when it is more than the limit. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit || Math.max(a.length, b.length) > MAX_LETTERS) return limit + 1;
  let [beforePrevious, previous, row] = ROWS;
  for (let j = 0; j <= b.length; j += 1) previous[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    row[0] = i;
    let least = i;
    const letter = a.charCodeAt(i - 1);
    for (let j = 1; j <= b.length; j += 1) {
      const other = b.charCodeAt(j - 1);
      let cost = (previous[j - 1] ?? 0) + (letter === other ? 0 : 1);
      cost = Math.min(cost, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other) {
        cost = Math.min(cost, (beforePrevious[j - 2] ?? 0) + 1);
      }
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > limit) return limit + 1;
    [beforePrevious, previous, row] = [previous, row, beforePrevious];
  }
  return Math.min(previous[b.length] ?? limit, limit + 1);
}
