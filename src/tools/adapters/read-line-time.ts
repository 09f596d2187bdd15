import type { HouseClock } from '../../domain/house-clock.ts';

interface LineTime {
  /** As the line says it. */
  stated: string;
  at: number;
}

type Fields = Readonly<Record<string, string | undefined>>;

const CLOCK = '(?<hour>\\d{2}):(?<minute>\\d{2})';
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(?<name>${MONTHS.join('|')})`;
const ZONE = '(?<zone>Z|UTC|GMT|[+-]\\d{2}:?\\d{2})(?![\\p{L}\\d])';

/** How logs write times: ISO 8601, as web servers do, and as syslog does, without a year. */
const FORMATS: readonly RegExp[] = [
  new RegExp(
    `^\\[?(?<stated>(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})[T ]${CLOCK}(?::(?<second>\\d{2}))?(?:[.,](?<fraction>\\d{1,9}))?(?: ?${ZONE})?)`,
    'iu',
  ),
  new RegExp(
    `\\[(?<stated>(?<day>\\d{2})/${MONTH}/(?<year>\\d{4}):${CLOCK}:(?<second>\\d{2}) ${ZONE})\\]`,
    'iu',
  ),
  new RegExp(
    `^(?:<\\d{1,3}>)?(?<stated>${MONTH} {1,2}(?<day>\\d{1,2}) ${CLOCK}:(?<second>\\d{2}))(?!\\d)`,
    'iu',
  ),
];
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * When a log line says it was written; null where it does not. Without an offset it is by the clock of the house, and
 * without a year in the last year that ends when its file was written.
 */
export function readLineTime(line: string, clock: HouseClock, written: number): LineTime | null {
  for (const format of FORMATS) {
    const fields = format.exec(line)?.groups;
    if (fields) return { stated: fields.stated ?? '', at: instantOf(fields, clock, written) };
  }
  return null;
}

function instantOf(fields: Fields, clock: HouseClock, written: number): number {
  const { year, zone, fraction = '0' } = fields;
  const whole = year === undefined ? lastBefore() : at(Number(year));
  return whole + Math.floor(Number(`0.${fraction}`) * 1_000);

  function at(ofYear: number): number {
    const wall = wallOf(fields, ofYear);
    return zone === undefined ? clock.instantOf(wall) : utc(wall) - offsetOf(zone);
  }

  function lastBefore(): number {
    const latest = clock.wallAt(written).year;
    return at(latest) <= written + DAY_MS ? at(latest) : at(latest - 1);
  }
}

function wallOf({ month, name = '', day, hour, minute, second = '0' }: Fields, year: number) {
  return {
    year,
    month: month === undefined ? MONTHS.indexOf(name.toLowerCase()) + 1 : Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  };
}

function utc({ year, month, day, hour, minute, second }: ReturnType<typeof wallOf>): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/u.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}
