import type { ChartParts } from '../chart.port.ts';
import { codesOf, dateOf, isMistaken, isTrue, textOf } from './chart-entries.ts';
import { readTrimester, saysPregnant, type Trimester } from './read-pregnancy.ts';

/** LOINC: pregnancy status. SNOMED CT: pregnant. */
const STATUS = '82810-3';
const PREGNANT = '77386006';
const WEEK_MS = 7 * 24 * 3_600_000;

export interface RecordedPregnancy {
  text: string;
  reference: string;
  /** As of now; absent where nobody worked it out, null where the chart does not tell. */
  trimester?: Trimester | null;
}

/** The condition or the observation that says that the patient is pregnant; the newest word counts, a condition without a date stands. */
export function pregnancyOf({ conditions, observations }: ChartParts, now: number): RecordedPregnancy | null {
  const status = observations
    .filter((entry) => !isMistaken(entry) && codesOf(entry.code).includes(STATUS))
    .sort((a, b) => dateOf(b).localeCompare(dateOf(a)))[0];
  const recorded = conditions
    .filter((entry) => isTrue(entry) && saysPregnant(textOf(entry.code)))
    .map(({ id, code, recordedDate, onsetDateTime }) => ({
      text: textOf(code),
      reference: `Condition/${id}`,
      date: recordedDate ?? onsetDateTime ?? '',
    }))
    .sort((a, b) => b.date.localeCompare(a.date))[0];
  const { valueCodeableConcept: value } = status ?? {};
  const isPregnant =
    value !== undefined && (codesOf(value).includes(PREGNANT) || saysPregnant(textOf(value)));
  if (recorded && (!status || isPregnant || recorded.date === '' || recorded.date >= dateOf(status))) {
    return withTrimester(recorded, now);
  }
  if (!status || !isPregnant) return null;
  const text = textOf(value) || 'Pregnant';
  return withTrimester({ text, reference: `Observation/${status.id}`, date: dateOf(status) }, now);
}

function withTrimester(
  { text, reference, date }: { text: string; reference: string; date: string },
  now: number,
) {
  const since = date === '' ? 0 : Math.max(0, Math.floor((now - Date.parse(date)) / WEEK_MS));
  return { text, reference, trimester: Number.isNaN(since) ? null : readTrimester(text, since) };
}
