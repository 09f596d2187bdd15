import { inFigures } from '../quantities/number-words.ts';
import type { Quantity } from '../quantities/quantity.ts';
import { nounAtStart } from '../tools/math/counted-noun.ts';
import type { Said } from './subject-of.ts';

/** A number, what it counts where no unit says so, and how it is meant. */
export interface Measured extends Quantity {
  noun: string | null;
  isDeadline: boolean;
  /** So much in each stretch of time. */
  isRate: boolean;
}

/** A number that names a telephone measures nothing. */
const TELEPHONE = /(?<!\p{L})(?:máy lẻ|extension|ext\.?|số máy|hotline)(?: số)? $/iu;
const DEADLINE =
  /(?<!\p{L})(?:trong vòng|within|chậm nhất|no later than|not later than|due in)(?: \p{L}+)? $/iu;

const FAR_APART = 500;
const RATE =
  /^ {0,3}(?:một|mỗi|trong một|a|per|each|in a) (?:ngày|tuần|tháng|quý|năm|day|week|month|quarter|year)(?!\p{L})/iu;

export function measuredIn({ text, language }: Said, quantities: readonly Quantity[]): Measured[] {
  const written = inFigures(text, language);
  return quantities
    .filter(({ start }) => !TELEPHONE.test(written.slice(0, start)))
    .map((quantity) => ({
      ...quantity,
      noun: quantity.unit === '' ? nounAtStart(written.slice(quantity.end).trimStart()) : null,
      isDeadline: DEADLINE.test(written.slice(0, quantity.start)),
      isRate: RATE.test(written.slice(quantity.end)),
    }));
}

/** Days to answer within are no days of leave, and five moments are no five people. */
export function measureAlike(a: Measured, b: Measured): boolean {
  if (a.dimension !== b.dimension) return false;
  if (a.dimension === '' && a.noun !== null && b.noun !== null && a.noun !== b.noun) return false;
  // Minutes and months are not told of one thing.
  const isFarApart = a.value > b.value * FAR_APART || b.value > a.value * FAR_APART;
  if (a.dimension === 'duration' && isFarApart) return false;
  return a.isDeadline === b.isDeadline && a.isRate === b.isRate;
}
