import { drugNamesIn } from '../domain/drug-names.ts';

/** What must be the same in a claim and in the words it rests on. */
export interface HardFacts {
  numbers: ReadonlySet<string>;
  /** Numbers with their unit, as `500mg`. */
  measures: ReadonlySet<string>;
  drugs: readonly string[];
  isNegated: boolean;
}

const NUMBER = /\d+(?:[.,]\d+)*/gu;
// Begins only where a number does: tried from every digit, a long row of them would take quadratic time.
const MEASURE =
  /(?<![\d.,])(\d+(?:[.,]\d+)*)\s*(%|mmhg|mmol|mcg|µg|μg|mg|kg|ng|g|ml|l|iu|units?|hours?|days?|weeks?|months?|years?|giờ|ngày|tuần|tháng|năm)(?![\p{L}])/giu;
const NEGATION =
  /\b(?:no|not|never|neither|nor|none|without|cannot)\b|n[’']t\b|(?<!\p{L})(?:không|chưa|chẳng|không có)(?!\p{L})/iu;

export function hardFactsOf(text: string): HardFacts {
  const lower = text.toLowerCase();
  return {
    numbers: new Set((lower.match(NUMBER) ?? []).map(plainNumber)),
    measures: new Set(
      [...lower.matchAll(MEASURE)].map(([, number = '', unit = '']) => plainNumber(number) + plainUnit(unit)),
    ),
    drugs: drugNamesIn(text),
    isNegated: NEGATION.test(text),
  };
}

/** Whether a quote carries every hard fact of a claim. */
export function carries(quote: HardFacts, claim: HardFacts, alsoDrugs: readonly string[]): boolean {
  const drugs = [...quote.drugs, ...alsoDrugs];
  return (
    quote.isNegated === claim.isNegated &&
    [...claim.numbers].every((number) => quote.numbers.has(number)) &&
    [...claim.measures].every((measure) => quote.measures.has(measure)) &&
    claim.drugs.every((drug) => drugs.some((other) => sameDrug(drug, other)))
  );
}

function plainNumber(number: string): string {
  return number.replace(',', '.');
}

function plainUnit(unit: string): string {
  return unit.replace(/^[μµ]g$/u, 'mcg').replace(/s$/u, '');
}

function sameDrug(a: string, b: string): boolean {
  return a.replace(/s$/u, '') === b.replace(/s$/u, '');
}
