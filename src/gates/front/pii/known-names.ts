import { once, readLexicon, readPatterns, readWordLists } from '../../../language/read-lexicon.ts';
import type { ReadText, TextWord } from './find-names.ts';

/** Letters that English and Latin words never have, and Vietnamese ones neither. */
const FOREIGN_LETTER = /[šččćžłńżźřőþðøåñßĺľťďěůșțśğşı]/iu;
const SHORTEST_ENDING = 7;

/** The lists of `names.tsv`: folded words; `vi_family_marked`, titles and words of places also with their marks. */
export const names = once(() =>
  readWordLists('gates/names', 'word', [
    'given family family_ending ambiguous not_a_name title relation role',
    'particle suffix eponym eponym_noun eponym_cue',
    'vi_family vi_family_ambiguous vi_family_marked vi_middle vi_given',
    'vi_not_in_a_name vi_title vi_place_word vi_kind_of_people vi_ordinary_head',
  ]),
);

/**
 * Places too large to name a person by, words that end the name of a street, and what a part of a Vietnamese address begins
 * with: small parts tell where somebody lives, large ones only with a small one, unsure ones are other words too.
 */
export const places = once(() =>
  readWordLists('gates/places', 'place', ['large', 'street', 'vi_small', 'vi_large', 'vi_unsure']),
);

/** What is said before or after a number, a date, a place or a name that makes it somebody's, or nobody's. */
export const cues = once(() =>
  readPatterns('gates/personal-cues', [
    'public_line calling numbered_part unit_after limit town address',
    'record_day personal_day somebody impersonal',
    'vi_address vi_organisation person_before person_after addressed_after name_certain name_likely',
  ]),
);

const someone = once(() => readPatterns('gates/personal-cues', ['about_somebody'], 'iu'));

/** Whether a message may speak of someone rather than something. In doubt it does: nothing of it is cached, and its dates are somebody's. */
export function mentionsPerson(message: string): boolean {
  return someone().about_somebody.test(message);
}

/** Endings by which a capitalised word is a family name. */
const familyEnding = once(() => new RegExp(`(?:${[...names().family_ending].join('|')})$`, 'u'));

/** One syllable of Vietnamese, folded: at most one group of consonants, one of vowels, one ending. */
export const VIETNAMESE_SYLLABLE =
  /^(?:ngh|ng|nh|th|tr|ph|kh|gh|gi|ch|qu|[bcdghklmnpqrstvx])?[aeiouy]{1,3}(?:ng|nh|ch|[cmnpt])?$/u;

/** A given name, and nothing else. */
export function isGiven({ folded }: TextWord): boolean {
  return names().given.has(folded) && !names().ambiguous.has(folded) && !names().eponym.has(folded);
}

/** A family name, and nothing else: by the table, or by how it ends. */
export function isFamily({ folded, capital }: TextWord): boolean {
  if (names().ambiguous.has(folded) || names().eponym.has(folded) || names().not_a_name.has(folded))
    return false;
  if (names().family.has(folded)) return !VIETNAMESE_SYLLABLE.test(folded);
  return capital && folded.length >= SHORTEST_ENDING && familyEnding().test(folded);
}

/** A name, though it may be something else too. */
export function isKnown(word: TextWord): boolean {
  return (
    names().given.has(word.folded) ||
    names().ambiguous.has(word.folded) ||
    names().family.has(word.folded) ||
    isFamily(word)
  );
}

/** No word of medicine by its letters. */
export function isForeign({ text, folded }: TextWord): boolean {
  return FOREIGN_LETTER.test(text) && !names().eponym.has(folded);
}

/** After two names these are what somebody does. */
const VERBS_TOO = new Set(['points', 'reports', 'scores', 'signs', 'models', 'tests', 'rules', 'plots']);

/** "Parkinson's disease", "the Smith trial", "Johnson & Johnson", "St. Jude". */
export function isInstitution(read: ReadText, first: number, last: number): boolean {
  let after = last + 1;
  if (read.words[after]?.folded === 's' && /^['’]$/u.test(read.gapAfter(last))) after++;
  const gap = read.gapAfter(after - 1);
  const next = read.words[after];
  if (next && /^[ -]$/u.test(gap) && names().eponym_noun.has(next.folded))
    return first === last || !VERBS_TOO.has(next.folded);
  if (gap.startsWith(' &')) return true;
  const before = read.words[first - 1];
  const gapBefore = first > 0 ? read.gapAfter(first - 1) : '';
  if (gapBefore.endsWith('& ')) return true;
  if (!before || !/^\.? $/u.test(gapBefore)) return false;
  return ['st', 'saint', 'mount', 'port', 'san', 'santa', 'hospital', 'vien', 'truong'].includes(
    before.folded,
  );
}

const ordinaryWords = once(
  () => new Set(readLexicon('language/ordinary-words', ['words']).flatMap((row) => row.words.split(' '))),
);

/** Whether English, or medicine in English, has such a word: in small letters, without marks. */
export function isOrdinaryWord(word: string): boolean {
  return ordinaryWords().has(word);
}
