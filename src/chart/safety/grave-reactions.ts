import { foldDiacritics } from '../../domain/fold-diacritics.ts';

/** How grave a recorded reaction is: one of the skin that may kill days later, an immediate one, or one called severe. */
export type Graveness = 'severe-skin' | 'anaphylaxis' | 'severe';

/** Stevens-Johnson syndrome, toxic epidermal necrolysis, DRESS and their kin; unmarked. */
const SKIN =
  /\bstevens[ -]johnson|\bsjs\b|\btoxic epidermal necrolysis|\blyell\b|\bten\b(?= syndrome|[ /-]sjs|$)|\bsjs[ /-]ten\b|\bdress\b(?! ?(?:ing|ed))|\bdrug (?:reaction with|rash with) eosinophilia|\bdrug[ -]induced hypersensitivity syndrome|\bagep\b|\bexanthematous pustulosis|\bexfoliative dermatitis|\berythroderm|\bhoai tu thuong bi|\bhoi chung (?:sjs|lyell)\b|\bbong nuoc (?:toan than|nang)/u;
const ANAPHYLAXIS =
  /\banaphyla|\bangio-?o?edema\b|\bquincke\b|\bbronchospasm|\bairway (?:swelling|obstruction)|\bsoc phan ve|\bphan ve\b|\bphu mach|\bphu quincke|\bco that phe quan/u;
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
  if (SKIN.test(plain) || codes.some((code) => SKIN_CODES.includes(code))) return 'severe-skin';
  if (ANAPHYLAXIS.test(plain) || codes.some((code) => ANAPHYLAXIS_CODES.includes(code))) return 'anaphylaxis';
  return isHigh || isSevere ? 'severe' : null;
}
