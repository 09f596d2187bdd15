import { EPONYM_NOUNS } from '../tables/eponyms.ts';
import { NOT_NAMES } from '../tables/not-names.ts';
import { LARGE_PLACES, STREET_WORDS } from '../tables/places.ts';
import { addressCueBefore } from './address-cue-before.ts';
import { isParticle, isPlaceWord, joinsAddress, ROOMS } from './address-words.ts';
import type { ReadText } from './read-text.ts';

const MAX_ADDRESS_WORDS = 16;

/** A town after "lives in", or whatever is capitalised and numbered after "address:". */
export function endOfCuedAddress(read: ReadText, first: number): number | null {
  const cue = addressCueBefore(read, first);
  const word = read.words[first];
  if (cue === 'none' || !word) return null;
  if (cue === 'address') return addressAsGiven(read, first);
  if (!isPlaceWord(word) || (!word.capital && !read.lowercase)) return null;
  if (word.shouted && word.text.length < 5) return null;
  if (!word.capital) return STREET_WORDS.has(word.folded) ? null : first;
  let last = first;
  while (last < first + 3) {
    const next = read.words[last + 1];
    if (!next?.capital || !isPlaceWord(next) || !/^[ -]$/u.test(read.gapAfter(last))) break;
    last++;
  }
  const name = read.folded.slice(word.start, read.words[last]?.end);
  return LARGE_PLACES.has(name) || EPONYM_NOUNS.has(read.words[last + 1]?.folded ?? '') ? null : last;
}

/** After "address:" a number among capitalised words is enough, in whatever order a country puts them. */
function addressAsGiven(read: ReadText, first: number): number | null {
  let last = first - 1;
  let numbers = 0;
  let named = false;
  while (last + 1 < first + MAX_ADDRESS_WORDS) {
    const next = read.words[last + 1];
    if (!next || (last >= first && !joinsAddress(read, last))) break;
    if (
      next.isNumber
        ? next.text.length > 6
        : !next.capital &&
          !isParticle(next) &&
          !read.lowercase &&
          !(last >= first && numberFollows(read, last + 1))
    )
      break;
    if (
      read.lowercase &&
      NOT_NAMES.has(next.folded) &&
      !ROOMS.has(next.folded) &&
      !STREET_WORDS.has(next.folded)
    )
      break;
    if (next.isNumber) numbers++;
    else if (next.text.length > 2 && !next.shouted) named = true;
    last++;
  }
  return numbers > 0 && named ? last : null;
}

/** Small words in the name of a street, before the number of the house: "Árpád fejedelem útja 3". */
function numberFollows(read: ReadText, index: number): boolean {
  for (let i = index; i < index + 4; i++) {
    if (read.gapAfter(i) !== ' ') return false;
    if (read.words[i + 1]?.isNumber)
      return (read.words[i + 1]?.text.length ?? 9) < 5 && /^[.,\n]/u.test(read.gapAfter(i + 1) || '\n');
  }
  return false;
}
