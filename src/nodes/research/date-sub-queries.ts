const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/u;

export interface Years {
  year_from: number | null;
  year_to: number | null;
}

/** Between which years the sources of each part of a question about time are published: up to the first year, then after it. */
export function datesOf(subQueries: readonly string[]): Years[] {
  const years = subQueries.map((query) => Number(YEAR.exec(query)?.[0] ?? Number.NaN));
  const known = years.every((year) => Number.isFinite(year)) && years.length > 1;
  const inOrder = years.every((year, i) => i === 0 || year > (years[i - 1] ?? 0));
  if (!known || !inOrder) return subQueries.map(() => ({ year_from: null, year_to: null }));
  return years.map((year, i) => {
    const before = years[i - 1];
    const isOpen =
      i === years.length - 1 &&
      /\b(?:from|since)\b|(?<!\p{L})(?:từ|kể từ)(?!\p{L})/iu.test(subQueries[i] ?? '');
    return { year_from: before === undefined ? null : before + 1, year_to: isOpen ? null : year };
  });
}

/** A part without its year: the year is looked for in when a source is published, not in its words. */
export function withoutYears(query: string): string {
  return query
    .replace(
      /\s*(?:until|from|since|in|before|after|đến năm|từ năm|năm|trước năm|sau năm)?\s*(?<!\d)(?:19|20)\d\d(?!\d)/giu,
      ' ',
    )
    .replace(/\s+/gu, ' ')
    .trim();
}
