import { isDrugName } from '../../domain/drug-names.ts';
import { EPONYM_NOUNS } from '../tables/eponyms.ts';
import { NOT_NAMES } from '../tables/not-names.ts';
import { STREET_WORDS } from '../tables/places.ts';
import type { ReadText, Word } from './read-text.ts';

/** Rooms, and what else has a number within a house. */
export const ROOMS: ReadonlySet<string> = new Set(
  'apt apartment suite flat unit room floor box ste'.split(' '),
);
const PARTICLES = new Set('de la del der van von da do dos di des du le av el'.split(' '));

/** Small words within the name of a street or a town. */
export function isParticle({ folded }: Word): boolean {
  return PARTICLES.has(folded);
}

/** Whether a word could be part of the name of a street or a town. */
export function isPlaceWord({ folded, isNumber }: Word): boolean {
  if (isNumber || isDrugName(folded)) return false;
  return STREET_WORDS.has(folded) || (!NOT_NAMES.has(folded) && !EPONYM_NOUNS.has(folded));
}

/** Whether what stands between this word and the next may stand within an address. */
export function joinsAddress(read: ReadText, index: number): boolean {
  const gap = read.gapAfter(index);
  if (gap.length > 5) return false;
  if (gap === '., ') return true;
  if (gap === '. ')
    return /^(?:apt|st|ave|rd|no|w|n|s|e|blvd|dr|ln|ste)$/u.test(read.words[index]?.folded ?? '');
  return /^[\s,/-]*$/u.test(gap);
}
