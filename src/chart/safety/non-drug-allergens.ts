import { wordsOf } from './drug-words.ts';

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
