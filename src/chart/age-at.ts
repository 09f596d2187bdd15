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

/** Whole years. */
export function yearsAt(birthDate: string, day: string): number | null {
  const months = monthsAt(birthDate, day);
  return months === null ? null : Math.floor(months / 12);
}
