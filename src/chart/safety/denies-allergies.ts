import { foldDiacritics } from '../../domain/fold-diacritics.ts';

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
