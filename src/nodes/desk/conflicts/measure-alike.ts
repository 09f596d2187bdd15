import { inFigures, nounAtStart } from '../quantities/quantity-words.ts';
import type { Quantity } from '../quantities/read-quantities.ts';
import type { Said } from './subject-of.ts';

/** A number, what it counts where no unit says so, and how it is meant. */
export interface Measured extends Quantity {
  noun: string | null;
  isDeadline: boolean;
  /** How long something itself takes. */
  isExtent: boolean;
  /** Of a time or a day: since then, or until then. */
  edge: 'from' | 'until' | null;
  /** So long before something, not after it. */
  isAdvance: boolean;
  isExtra: boolean;
  /** So much in each stretch of time. */
  isRate: boolean;
}

/** A number that names a telephone measures nothing. */
const TELEPHONE = /(?<!\p{L})(?:máy lẻ|extension|ext\.?|số máy|hotline)(?: số)? $/iu;
const DEADLINE =
  /(?<!\p{L})(?:trong vòng|within|chậm nhất|no later than|not later than|due in)(?: \p{L}+)? $/iu;
/** "trước ít nhất 5 ngày", "5 days in advance", "chậm nhất 1 ngày trước ca". */
const BEFORE_IT = /(?<!\p{L})trước(?: \p{L}+){0,2}(?:(?: \p{L}+){0,4} (?:ít nhất|tối thiểu|khoảng))? $/iu;
const AFTER_IT =
  /^(?: (?:làm việc|công))? {0,3}(?:trước(?!\p{L}| khi hết)|(?:in advance|ahead|beforehand|before|prior)(?!\p{L}))/iu;
const EXTENT =
  /(?<!\p{L})(?:lasts?|takes|kéo dài|dài|chạy mất)(?: (?:about|up to|at most|at least|tối đa|khoảng))? $/iu;
/** "has 3 days to report it". */
const TIME_TO_DO = /^ (?:để|to) \p{L}/iu;
const FROM =
  /(?<!\p{L})(?:from|since|starting|opens?(?: at)?|starts?(?: at)?|begins?(?: at)?|từ)(?: ngày| lúc)? $/iu;
const UNTIL =
  /(?<!\p{L})(?:until|till|to|by|before|closes?(?: at)?|ends?(?: at)?|đến|tới)(?: hết)?(?: ngày| lúc)? $/iu;

const PEOPLE = new Set(['person', 'seat', 'visitor', 'guest', 'patient', 'employee', 'member']);
/** Added to what there is: a day more for long service is no number of days. */
const EXTRA = /(?<!\p{L})(?:extra|further|additional|more)(?!\p{L})/iu;
const EXTRA_BEFORE = /(?<!\p{L})(?<!làm )(?:cộng )?thêm $/iu;
const FAR_APART = 500;
const MUCH_LONGER = 50;
const RATE =
  /^(?: of \p{L}+(?: \p{L}+)?)? {0,3}(?:một|mỗi|trong một|a|per|each|in a|in one|in any) (?:ngày|tuần|tháng|quý|năm|day|week|month|quarter|year)(?!\p{L})/iu;

export function measuredIn({ text, language }: Said, quantities: readonly Quantity[]): Measured[] {
  const written = inFigures(text, language);
  return quantities
    .filter(({ start }) => !TELEPHONE.test(written.slice(0, start)))
    .map((quantity) => ({
      ...quantity,
      noun: quantity.unit === '' ? nounAtStart(written.slice(quantity.end).trimStart()) : null,
      isDeadline:
        DEADLINE.test(written.slice(0, quantity.start)) || TIME_TO_DO.test(written.slice(quantity.end)),
      isExtent: EXTENT.test(written.slice(0, quantity.start)),
      edge: edgeOf(written.slice(0, quantity.start)),
      isAdvance: quantity.dimension === 'duration' && isAdvance(written, quantity),
      isExtra: EXTRA.test(quantity.text) || EXTRA_BEFORE.test(written.slice(0, quantity.start)),
      isRate: RATE.test(written.slice(quantity.end)),
    }));
}

/** Days to answer within are no days of leave, and five moments are no five people. */
export function measureAlike(a: Measured, b: Measured): boolean {
  if (a.dimension !== b.dimension) return false;
  if (a.dimension === '' && a.noun !== null && b.noun !== null && sameNoun(a.noun) !== sameNoun(b.noun))
    return false;
  // Minutes and months are not told of one thing.
  const isFarApart = a.value > b.value * FAR_APART || b.value > a.value * FAR_APART;
  if (a.dimension === 'duration' && isFarApart) return false;
  if (a.isExtra !== b.isExtra || !areOneEdge(a, b)) return false;
  if (a.isAdvance && b.isAdvance) return true;
  return a.isDeadline === b.isDeadline && a.isRate === b.isRate;
}

/** Of one thing too there are several numbers: how long it takes, until when, how long ahead, and how many of what. */
export function couldMeasureAlike(a: Measured, b: Measured): boolean {
  if (a.dimension !== b.dimension || a.isExtra !== b.isExtra || !areOneEdge(a, b)) return false;
  if (a.dimension === '') return a.noun === null || b.noun === null || sameNoun(a.noun) === sameNoun(b.noun);
  if (a.dimension !== 'duration') return true;
  // A course of two hours, to be taken in thirty days.
  const isOther = (one: Measured, other: Measured) =>
    one.isExtent && !other.isExtent && (other.isDeadline || other.value > one.value * MUCH_LONGER);
  return a.isAdvance === b.isAdvance && !isOther(a, b) && !isOther(b, a);
}

/** Who sits has a seat, and a visitor is a person. */
function sameNoun(noun: string): string {
  return PEOPLE.has(noun) ? 'person' : noun;
}

/** When something begins says nothing of when it ends. */
function areOneEdge(a: Measured, b: Measured): boolean {
  return a.edge === null || b.edge === null || a.edge === b.edge;
}

function edgeOf(before: string): Measured['edge'] {
  if (FROM.test(before)) return 'from';
  return UNTIL.test(before) ? 'until' : null;
}

/** Whether both tell how long ahead something must be told or asked for. */
export function askAhead(a: readonly Measured[], b: readonly Measured[]): boolean {
  return a.some((one) => one.isAdvance) && b.some((one) => one.isAdvance);
}

function isAdvance(text: string, { start, end }: Quantity): boolean {
  return BEFORE_IT.test(text.slice(0, start)) || AFTER_IT.test(text.slice(end));
}
