import type { Observation } from '@medplum/fhirtypes';
import type { ChartParts } from '../chart.port.ts';
import { codesOf, dateOf, isMistaken, isTrue, textOf } from './chart-entries.ts';
import { readTrimester, saysPregnant, type Trimester } from './read-pregnancy.ts';

/** LOINC: pregnancy status. SNOMED CT: pregnant, not pregnant. */
const STATUS = '82810-3';
const PREGNANT = '77386006';
const NOT_PREGNANT = '60001007';
const NOT = /\bnot (?:currently )?pregnant\b|không (?:mang|có) thai/iu;
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
    .flatMap((entry) => {
      const isPregnant = saysStatus(entry.valueCodeableConcept);
      return isPregnant === null ? [] : [{ entry, date: dateOf(entry), isPregnant }];
    })
    .sort((a, b) => b.date.localeCompare(a.date))[0];
  const recorded = conditions
    .filter((entry) => isTrue(entry) && saysPregnant(textOf(entry.code)))
    .map(({ id, code, recordedDate, onsetDateTime }) => ({
      text: textOf(code),
      reference: `Condition/${id}`,
      date: recordedDate ?? onsetDateTime ?? '',
    }))
    .sort((a, b) => b.date.localeCompare(a.date))[0];
  if (recorded && (!status || status.isPregnant || recorded.date === '' || recorded.date >= status.date)) {
    return withTrimester(recorded, now);
  }
  if (!status?.isPregnant) return null;
  const text = textOf(status.entry.valueCodeableConcept) || 'Pregnant';
  return withTrimester({ text, reference: `Observation/${status.entry.id}`, date: status.date }, now);
}

/** Null for a status that does not know: it takes nothing back. */
function saysStatus(value: Observation['valueCodeableConcept']): boolean | null {
  if (codesOf(value).includes(PREGNANT) || saysPregnant(textOf(value))) return true;
  return codesOf(value).includes(NOT_PREGNANT) || NOT.test(textOf(value)) ? false : null;
}

function withTrimester(
  { text, reference, date }: { text: string; reference: string; date: string },
  now: number,
) {
  const since = date === '' ? 0 : Math.max(0, Math.floor((now - Date.parse(date)) / WEEK_MS));
  return { text, reference, trimester: Number.isNaN(since) ? null : readTrimester(text, since) };
}
