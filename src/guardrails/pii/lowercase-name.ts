import { AMBIGUOUS_NAMES } from '../tables/ambiguous-names.ts';
import { FAMILY_NAMES } from '../tables/family-names.ts';
import { NOT_NAMES } from '../tables/not-names.ts';
import { isInstitution } from './is-institution.ts';
import { isFamily, isGiven, isKnown } from './known-names.ts';
import type { NameCue } from './name-cue-before.ts';
import type { ReadText } from './read-text.ts';

/** So many letters make a small-lettered word in a text without capitals a name. */
const MIN_LOWERCASE = 5;

/** In small letters only a given name beside a family name is sure, or a name that is no word at all. */
export function lowercaseName(read: ReadText, first: number, cue: NameCue): number | null {
  const [word, next] = [read.words[first], read.words[first + 1]];
  if (!word || NOT_NAMES.has(word.folded)) return null;
  const adjacent = next !== undefined && !next.capital && !next.isNumber && read.gapAfter(first) === ' ';
  const known =
    cue === 'none' ? isGiven(word) : isKnown(word) && !(cue === 'likely' && AMBIGUOUS_NAMES.has(word.folded));
  if (!known || isInstitution(read, first, first)) return null;
  if (adjacent && !NOT_NAMES.has(next.folded)) {
    const family = cue === 'none' ? isFamily(next) : FAMILY_NAMES.has(next.folded);
    if (family && !isInstitution(read, first, first + 1)) return first + 1;
    if (cue !== 'none' && endsClause(read, first + 1) && !/(?:ed|ing)$/u.test(next.folded)) return first + 1;
  }
  if (cue !== 'none') return first;
  return read.lowercase && word.text.length >= MIN_LOWERCASE ? first : null;
}

function endsClause(read: ReadText, index: number): boolean {
  const next = read.words[index + 1];
  return next === undefined || !/^\s$/u.test(read.gapAfter(index)) || NOT_NAMES.has(next.folded);
}
