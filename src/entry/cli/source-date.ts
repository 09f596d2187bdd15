import type { Source } from '../../domain/answer.ts';

/** What a source is dated by: a rule of the house by its day, a publication by its year. */
export function sourceDate({
  source_type,
  created_at,
  year,
}: Pick<Source, 'source_type' | 'created_at' | 'year'>): string {
  // One that was handed in later than it was written is known by its year only.
  const isOfThatDay = source_type === 'policy' && created_at.startsWith(`${year}-`);
  return isOfThatDay ? created_at.slice(0, 10) : String(year);
}
