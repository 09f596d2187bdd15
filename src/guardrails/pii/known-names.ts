import { AMBIGUOUS_NAMES } from '../tables/ambiguous-names.ts';
import { EPONYMS } from '../tables/eponyms.ts';
import { FAMILY_NAME_ENDING, FAMILY_NAMES } from '../tables/family-names.ts';
import { GIVEN_NAMES } from '../tables/given-names.ts';
import { NOT_NAMES } from '../tables/not-names.ts';
import { VIETNAMESE_SYLLABLE } from '../tables/vietnamese-names.ts';
import type { Word } from './read-text.ts';

/** Letters that English and Latin words never have, and Vietnamese ones neither. */
const FOREIGN_LETTER = /[šččćžłńżźřőþðøåñßĺľťďěůșțśğşı]/iu;
const SHORTEST_ENDING = 7;

/** A given name, and nothing else. */
export function isGiven({ folded }: Word): boolean {
  return GIVEN_NAMES.has(folded) && !AMBIGUOUS_NAMES.has(folded) && !EPONYMS.has(folded);
}

/** A family name, and nothing else: by the table, or by how it ends. */
export function isFamily({ folded, capital }: Word): boolean {
  if (AMBIGUOUS_NAMES.has(folded) || EPONYMS.has(folded) || NOT_NAMES.has(folded)) return false;
  if (FAMILY_NAMES.has(folded)) return !VIETNAMESE_SYLLABLE.test(folded);
  return capital && folded.length >= SHORTEST_ENDING && FAMILY_NAME_ENDING.test(folded);
}

/** A name, though it may be something else too. */
export function isKnown(word: Word): boolean {
  return (
    GIVEN_NAMES.has(word.folded) ||
    AMBIGUOUS_NAMES.has(word.folded) ||
    FAMILY_NAMES.has(word.folded) ||
    isFamily(word)
  );
}

/** No word of medicine by its letters. */
export function isForeign({ text, folded }: Word): boolean {
  return FOREIGN_LETTER.test(text) && !EPONYMS.has(folded);
}
