const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/u;

/** Whole months between a birth date and a day; null where either is no date. A missing month or day counts as the first. */
export function monthsAt(birthDate: string, day: string): number | null {
  const born = DATE.exec(birthDate);
  const then = DATE.exec(day);
  if (born === null || then === null) return null;
  const [, year, month = '1', date = '1'] = born;
  const [, thenYear, thenMonth = '1', thenDate = '1'] = then;
  const months = (Number(thenYear) - Number(year)) * 12 + Number(thenMonth) - Number(month);
  return Number(thenDate) < Number(date) ? months - 1 : months;
}

export function yearsAt(birthDate: string, day: string): number | null {
  const months = monthsAt(birthDate, day);
  return months === null ? null : Math.floor(months / 12);
}

/** A point or span of time, from inclusive to exclusive, both in ISO 8601. */
export interface DateRange {
  from: string;
  to: string;
}

const FHIR_DATE =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?)?)?$/u;

/** The time a FHIR date or dateTime covers: all of "2026", of "2026-05", of a day. Days are UTC's. Null for what is no date. */
export function dateRange(text: string): DateRange | null {
  const match = FHIR_DATE.exec(text);
  if (match === null) return null;
  const [, year = '', month, day, time, zone] = match;
  const start = new Date(`${year}-${month ?? '01'}-${day ?? '01'}T${time ?? '00:00'}${zone ?? 'Z'}`);
  if (Number.isNaN(start.getTime()) || !isRealDay(year, month, day)) return null;
  const end = new Date(start);
  if (time !== undefined) end.setTime(start.getTime() + (time.length > 5 ? 1_000 : 60_000));
  else if (day !== undefined) end.setUTCDate(end.getUTCDate() + 1);
  else if (month !== undefined) end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setUTCFullYear(end.getUTCFullYear() + 1);
  return { from: start.toISOString(), to: end.toISOString() };
}

/** "2026-02-31" is read as a day in March, and is no day. */
function isRealDay(year: string, month = '01', day = '01'): boolean {
  return new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDate() === Number(day);
}
