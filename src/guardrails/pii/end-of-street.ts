import { STREET_ENDING, STREET_WORDS } from '../tables/places.ts';
import { addressCueBefore } from './address-cue-before.ts';
import { isParticle, isPlaceWord, ROOMS } from './address-words.ts';
import type { ReadText, Word } from './read-text.ts';

const MAX_STREET_WORDS = 5;
/** Said of a street alone, without a number: words that mean little else. */
const CLEAR_STREETS = new Set('street avenue road lane boulevard ave rd blvd st'.split(' '));
/** Clear enough after "address" and the like. */
const STREETS_WHEN_CUED = new Set('court drive square close way'.split(' '));

/** The last word of a street that begins here, or null. */
export function endOfStreet(read: ReadText, first: number): number | null {
  const [word, next] = [read.words[first], read.words[first + 1]];
  if (!word || !next) return null;
  if (ROOMS.has(word.folded) && (word.folded === 'apt' || word.folded === 'suite')) {
    return /^\.? $/u.test(read.gapAfter(first)) && next.isNumber ? first + 1 : null;
  }
  if (word.isNumber) return isHouseNumber(read, word) ? endOfNumberedStreet(read, first) : null;
  if (!isPlaceWord(word) || !(word.capital || read.lowercase)) return null;
  if (next.isNumber && next.text.length < 4 && STREET_ENDING.test(word.folded) && word.folded.length > 7)
    return first + 1;
  return streetWithoutNumber(read, first);
}

function endOfNumberedStreet(read: ReadText, first: number): number | null {
  let cased = true;
  for (let i = first + 1; i <= first + MAX_STREET_WORDS; i++) {
    const word = read.words[i];
    if (!word || !/^(?: |\. |-)$/u.test(read.gapAfter(i - 1))) return null;
    if (word.isNumber) return i > first + 1 && cased && endsLine(read, first, i) ? i : null;
    const isStreet = STREET_WORDS.has(word.folded);
    if (i > first + 1 && isStreet && (cased || isClearInSmallLetters(read, first, word))) return i;
    if (cased && STREET_ENDING.test(word.folded) && word.folded.length > 6 && word.capital) return i;
    if (word.capital ? !isPlaceWord(word) : !STREET_WORDS.has(word.folded) && !isParticle(word))
      cased = false;
    if (!cased && !read.lowercase) {
      // A sentence in small letters may still hold an address, where something says so.
      if (addressCueBefore(read, first) === 'none') return null;
    }
  }
  return null;
}

function isClearInSmallLetters(read: ReadText, first: number, word: Word): boolean {
  const clear = CLEAR_STREETS.has(word.folded) || STREETS_WHEN_CUED.has(word.folded);
  return clear && (word.folded === 'street' || addressCueBefore(read, first) !== 'none');
}

/** "Willow Road": two capitalised words, the second of which is a kind of street. */
function streetWithoutNumber(read: ReadText, first: number): number | null {
  for (let i = first + 1; i <= first + 3; i++) {
    const word = read.words[i];
    if (!word || read.gapAfter(i - 1) !== ' ') return null;
    if (CLEAR_STREETS.has(word.folded)) {
      return (word.capital && !word.shouted) || word.folded === 'street' ? i : null;
    }
    if (!word.capital || !isPlaceWord(word)) return null;
  }
  return null;
}

function endsLine(read: ReadText, first: number, index: number): boolean {
  const next = read.words[index + 1];
  const gap = read.gapAfter(index);
  if (gap.startsWith('\n') || (next !== undefined && ROOMS.has(next.folded))) return true;
  return gap.startsWith(',') && addressCueBefore(read, first) !== 'none';
}

/** Standing free: not the end of "CD28", nor of "18.7". */
function isHouseNumber(read: ReadText, { text, start }: Word): boolean {
  return text.length <= 5 && !/[\p{L}\p{N}.,+/–-]$/u.test(read.text.slice(Math.max(0, start - 1), start));
}
