import { COMMON_WORDS_EN, MEDICAL_WORDS_EN } from '../../retrieval/analysis/tables/known-words.en.ts';
import { DRUG_CLASS } from './drug-classes.ts';
import { foldForCues } from './fold-for-cues.ts';

const ORDINARY: ReadonlySet<string> = new Set([
  ...COMMON_WORDS_EN,
  ...MEDICAL_WORDS_EN,
  ...'something anything antibiotic antibiotics painkiller painkillers analgesic antihypertensive usual stop switch change increase reduce double'.split(
    ' ',
  ),
]);
/** A Vietnamese syllable without marks: names of drugs are longer words. */
const SYLLABLE =
  /^(?:ngh|ng|nh|ch|gh|gi|kh|ph|qu|th|tr|[bcdghklmnpqrstvx])?[aeiouy]{1,3}(?:ch|ng|nh|[cmnpt])?$/u;
const MIN_LETTERS = 5;
const MAX_WORDS = 2;

/** Whether words that no list knows may be a drug's name: not ordinary ones, not Vietnamese, not a class. */
export function mayBeDrug(words: string): boolean {
  const folded = foldForCues(words);
  const parts = folded.split(/\s+/u);
  if (folded !== words.toLowerCase() || parts.length > MAX_WORDS || folded.search(DRUG_CLASS) >= 0)
    return false;
  return (
    parts.some(({ length }) => length >= MIN_LETTERS) &&
    parts.every((part) => /^[a-z][a-z0-9-]*$/u.test(part) && !ORDINARY.has(part) && !SYLLABLE.test(part))
  );
}
