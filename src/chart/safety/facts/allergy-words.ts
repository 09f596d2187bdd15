import { foldDiacritics } from '../../../language/fold-diacritics.ts';
import { once, readPatterns, readWordLists } from '../../../language/read-lexicon.ts';
import { SYLLABLE } from '../../../language/search-terms/correct-spelling.ts';
import { wordsOf } from '../drug-book.ts';

/** How grave a recorded reaction is: one of the skin that may kill days later, an immediate one, or one called severe. */
export type Graveness = 'severe-skin' | 'anaphylaxis' | 'severe';

const cues = once(() => readPatterns('language/chart-cues', ['severe_skin_reaction', 'anaphylaxis']));
/** SNOMED CT. */
const SKIN_CODES: readonly (string | undefined)[] = ['73442001', '768962006', '702809001'];
const ANAPHYLAXIS_CODES: readonly (string | undefined)[] = ['39579001', '41291007', '4386001'];

/** Empty where nothing says how grave it is. */
export function gravenessOf(entry: {
  text: string;
  codes?: readonly (string | undefined)[];
  isSevere?: boolean;
}): { graveness?: Graveness } {
  const { text, codes = [], isSevere = false } = entry;
  const plain = foldDiacritics(text.toLowerCase());
  if (cues().severe_skin_reaction.test(plain) || codes.some((code) => SKIN_CODES.includes(code)))
    return { graveness: 'severe-skin' };
  if (cues().anaphylaxis.test(plain) || codes.some((code) => ANAPHYLAXIS_CODES.includes(code)))
    return { graveness: 'anaphylaxis' };
  return isSevere ? { graveness: 'severe' } : {};
}

/** SNOMED CT: no known allergy, no known drug allergy. */
const CODES: readonly (string | undefined)[] = ['716186003', '409137002'];
const ENGLISH =
  /\bno known (?:(?:drugs?|medications?|medicines?) )?allerg(?:y|ies)\b(?! (?:except|other than|apart|to(?! (?:any )?(?:drug|medic))))|\bnkd?a\b/u;
/** What follows has to end the thought: "không dị ứng thuốc penicillin" denies one drug only. */
const VIETNAMESE =
  /\bkhong (?:(?:co|ghi nhan|he) )?(?:tien su )?di ung(?: (?:voi )?(?:bat ky )?thuoc)?(?: (?:gi|nao))?(?: (?:duoc biet|da biet|truoc day))?(?= ?(?:$|[.,;:)\n]))/u;

/** Whether a text says that there are no allergies at all, or none to drugs; not "no known allergy to latex". */
export function deniesAllergies(text: string): boolean {
  const plain = foldDiacritics(text.toLowerCase()).replace(/[^\S\n]+/gu, ' ');
  return ENGLISH.test(plain) || VIETNAMESE.test(plain);
}

export function isNoAllergyCode(code: string | undefined): boolean {
  return CODES.includes(code);
}

/** Food, pollen, latex, dust, animals and their kin, unmarked; and the words around them. */
const words = once(() => readWordLists('language/allergens', 'word', ['allergen', 'around']));

/** Only where every word says so: "latex and xyzumab" is not plainly something else than a drug. */
export function isPlainlyNoDrug(allergy: string): boolean {
  const { allergen, around } = words();
  const named = wordsOf(allergy).map(({ plain }) => plain);
  return (
    named.some((word) => allergen.has(word)) && named.every((word) => allergen.has(word) || around.has(word))
  );
}

/** The first food, material or animal that a text names, as it names it; a Vietnamese syllable alone may be any word. */
export function allergenIn(text: string): string {
  const { allergen } = words();
  const isNamed = (word: string) => allergen.has(foldDiacritics(word.toLowerCase()));
  const runs = text.match(/\p{L}+(?:\s\p{L}+)*/gu) ?? [];
  for (const run of runs) {
    const named = run.split(/\s/u);
    const from = named.findIndex(
      (word) => isNamed(word) && !SYLLABLE.test(foldDiacritics(word.toLowerCase())),
    );
    if (from === -1) continue;
    const after = named.slice(from).findIndex((word) => !isNamed(word));
    return named.slice(from, after === -1 ? named.length : from + after).join(' ');
  }
  return isPlainlyNoDrug(text) ? text.trim() : '';
}
