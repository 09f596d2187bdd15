import snowball from 'snowball-stemmers';
import type { Language } from '../../domain/language.ts';
import { foldDiacritics } from '../fold-diacritics.ts';
import { once, readWordLists } from '../read-lexicon.ts';

/** Changes whenever the same text would give other terms: an index made by another version must be rebuilt. */
export const ANALYZER_VERSION = '3';

/** Joins the two syllables of a pair with a letter: the database's parser splits at every other sign. */
export const PAIR_JOINT = 'x';

/** Longer than any word: sequences, keys, noise. An index has no room for them. */
const MAX_WORD_LENGTH = 64;

const WORD = /\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{N}]+/gu;

const stemmer = snowball.newStemmer('english');
const STEMS = new Map<string, string>();
const MAX_REMEMBERED_STEMS = 50_000;

/** The searchable terms of a text, in order, repeats kept. One code for documents and for queries. */
export function analyzeText(text: string, language: Language): string[] {
  const words = wordsOf(text);
  return language === 'vi' ? vietnameseTerms(words) : englishTerms(words);
}

function wordsOf(text: string): string[] {
  const words = text.normalize('NFC').toLowerCase().match(WORD) ?? [];
  return words.filter((word) => word.length <= MAX_WORD_LENGTH).map((word) => word.replace(/[.,]/g, 'p'));
}

function englishTerms(words: readonly string[]): string[] {
  const { en } = stopWords();
  return words.filter((word) => !en.has(word)).map((word) => stem(foldDiacritics(word)));
}

/**
 * Syllables with their marks and without them, and pairs without: most Vietnamese words are two syllables,
 * and many people type without marks.
 */
function vietnameseTerms(words: readonly string[]): string[] {
  const isUnmarked = words.every((word) => foldDiacritics(word) === word);
  const skipped = stopWords()[isUnmarked ? 'unmarked' : 'vi'];
  const terms: string[] = [];
  let previous: string | null = null;
  for (const word of words) {
    if (skipped.has(word)) {
      previous = null;
      continue;
    }
    const folded = foldDiacritics(word);
    terms.push(word);
    if (folded !== word) terms.push(folded);
    if (previous !== null) terms.push(previous + PAIR_JOINT + folded);
    previous = folded;
  }
  return terms;
}

function stem(word: string): string {
  const known = STEMS.get(word);
  if (known !== undefined) return known;
  const stemmed = stemmer.stem(word);
  if (STEMS.size >= MAX_REMEMBERED_STEMS) STEMS.clear();
  STEMS.set(word, stemmed);
  return stemmed;
}

/** Words that carry no subject, so they neither match nor count as unmatched; `unmarked` is Vietnamese without marks. */
export const stopWords = once(() => readWordLists('language/stop-words', 'word', ['en', 'vi', 'unmarked']));
