import { foldDiacritics } from '../../../language/fold-diacritics.ts';
import { once, readPatterns } from '../../../language/read-lexicon.ts';
import { wordsOf } from '../drug-book.ts';

/** How grave a recorded reaction is: one of the skin that may kill days later, an immediate one, or one called severe. */
export type Graveness = 'severe-skin' | 'anaphylaxis' | 'severe';

const cues = once(() => readPatterns('language/chart-cues', ['severe_skin_reaction', 'anaphylaxis']));
/** SNOMED CT. */
const SKIN_CODES: readonly (string | undefined)[] = ['73442001', '768962006', '702809001'];
const ANAPHYLAXIS_CODES: readonly (string | undefined)[] = ['39579001', '41291007', '4386001'];

export function gravenessOf({
  text,
  codes = [],
  isHigh = false,
  isSevere = false,
}: {
  text: string;
  codes?: readonly (string | undefined)[];
  isHigh?: boolean;
  isSevere?: boolean;
}): Graveness | null {
  const plain = foldDiacritics(text.toLowerCase());
  if (cues().severe_skin_reaction.test(plain) || codes.some((code) => SKIN_CODES.includes(code)))
    return 'severe-skin';
  if (cues().anaphylaxis.test(plain) || codes.some((code) => ANAPHYLAXIS_CODES.includes(code)))
    return 'anaphylaxis';
  return isHigh || isSevere ? 'severe' : null;
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
const ALLERGENS = `almond almonds animal animals ant ants bee bees cashew cat cats cheese cow crab cow dairy dander dog dogs dust
  egg eggs feather feathers fish food foods fruit fur gluten grass hay hazelnut horse house insect insects kiwi latex lobster
  milk mite mites mold molds mould moulds mussel mustard nickel nut nuts oyster peanut peanuts pollen prawn prawns ragweed
  rubber seafood sesame shellfish shrimp shrimps soy soya squid strawberry sulphites sulfites tomato tree venom walnut wasp
  wasps wheat lactose cosmetics perfume
  bui bien ca cao su cua dau phong dong vat ga hai hoa lac lua mi long meo cho mat nam moc nanh nhong tam ong dot noc oc phan
  san sua bo ngheu so tom trung thuc an pham vung muc dua xoai dau tay de`;
const AROUND = `a allergen allergens allergic allergies allergy anaphylactic anaphylaxis and contact disorder finding hives in
  intolerance mild moderate of only or other protein proteins raw reaction products severe sting stings substance the to with
  di ung voi va do nang nhe cac con nha soc ve hoac phan ve long trang`;

const ALLERGEN_WORDS = new Set(ALLERGENS.split(/\s+/u));
const AROUND_WORDS = new Set(AROUND.split(/\s+/u));

/** Only where every word says so: "latex and xyzumab" is not plainly something else than a drug. */
export function isPlainlyNoDrug(allergy: string): boolean {
  const words = wordsOf(allergy).map(({ plain }) => plain);
  return (
    words.some((word) => ALLERGEN_WORDS.has(word)) &&
    words.every((word) => ALLERGEN_WORDS.has(word) || AROUND_WORDS.has(word))
  );
}
