/** A number of a text in the base unit of what it measures, so that 60 minutes and 1 hour are one. */
export interface Quantity {
  /** What is measured: a duration, times a year, VND, %, a day of the calendar … */
  dimension: string;
  value: number;
  /** The number itself and its unit in English; of a date or a time of day as `value` and `dimension`. */
  amount: number;
  unit: string;
  /** Meant without being written as a number: "free of charge", "within a day". */
  implied: boolean;
  /** Counted in working days: five of them may be called a week. */
  working: boolean;
  /** As written, and where. */
  text: string;
  start: number;
  end: number;
}

const EXACT = 1e-9;
/** Two months are sixty days, half a year is 180: as people count, not as the calendar does. */
const COUNTED = 0.03;
const CALENDAR_DAYS_PER_WORKING_DAY = 7 / 5;

/** Whether two numbers say the same of the same. */
export function isSameQuantity(a: Quantity, b: Quantity): boolean {
  if (a.dimension !== b.dimension) return false;
  const byCalendar = a.dimension === 'duration' || a.dimension === 'times a year';
  const near = (one: number, two: number) =>
    Math.abs(one - two) <= (byCalendar ? COUNTED : EXACT) * Math.max(EXACT, Math.abs(one), Math.abs(two));
  const inDays = ({ value, working }: Quantity) => (working ? value * CALENDAR_DAYS_PER_WORKING_DAY : value);
  return near(a.value, b.value) || (a.working !== b.working && near(inDays(a), inDays(b)));
}
