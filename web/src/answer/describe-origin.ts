import type { Source } from '../../../src/domain/answer.ts';
import type { Language } from '../../../src/domain/language.ts';
import { formatPartialDate } from '../text/format-date.ts';
import type { Texts } from '../text/texts.en.ts';

type Dated = Pick<Source, 'source_type' | 'created_at' | 'year'>;
/** Answers that were stored before it was told do not say whose words a source holds. */
type Origin = Partial<Pick<Source, 'summary_of' | 'fictional'>>;

/** Where a source comes from and when: what Galen tells in its own words says so, and so does what is invented. */
export function describeOrigin(
  source: Dated & Origin & Pick<Source, 'journal'>,
  t: Texts,
  language: Language,
): string {
  if (source.summary_of) return t.summaryOf(source.summary_of);
  const date = sourceDate(source, language) ?? t.yearUnknown;
  return [source.journal, date, source.fictional ? t.fictional : ''].filter((part) => part !== '').join(', ');
}

/** What a source is dated by: a rule of the house by its day, a publication by its year. */
function sourceDate({ source_type, created_at, year }: Dated, language: Language): string | null {
  // One that was handed in later than it was written is known by its year only.
  const isOfThatDay = source_type === 'policy' && created_at.startsWith(`${year}-`);
  if (isOfThatDay) return formatPartialDate(created_at, language);
  return year === null ? null : String(year);
}
