import type { Observation } from '@medplum/fhirtypes';
import type { ChartParts } from '../chart.port.ts';
import { codesOf, dateOf, isMistaken, isTrue, textOf } from './chart-entries.ts';
import { readGestation } from './read-gestation.ts';
import { readWeeks, saysPregnant, type Trimester, trimesterAt, trimesterSaid } from './read-pregnancy.ts';

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
  /** As of now, where the chart tells the week. */
  weeks?: number;
}

/** The condition or the observation that says that the patient is pregnant; the newest word counts, a condition without a date stands. */
export function pregnancyOf(parts: ChartParts, now: number): RecordedPregnancy | null {
  const { conditions, observations } = parts;
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
    return withWeeks(recorded, parts, now);
  }
  if (!status?.isPregnant) return null;
  const text = textOf(status.entry.valueCodeableConcept) || 'Pregnant';
  return withWeeks({ text, reference: `Observation/${status.entry.id}`, date: status.date }, parts, now);
}

/** Null for a status that does not know: it takes nothing back. */
function saysStatus(value: Observation['valueCodeableConcept']): boolean | null {
  if (codesOf(value).includes(PREGNANT) || saysPregnant(textOf(value))) return true;
  return codesOf(value).includes(NOT_PREGNANT) || NOT.test(textOf(value)) ? false : null;
}

/** A measured week says more than the words of the entry. */
function withWeeks(
  { text, reference, date }: { text: string; reference: string; date: string },
  parts: ChartParts,
  now: number,
): RecordedPregnancy {
  const passed = date === '' ? 0 : Math.max(0, Math.floor((now - Date.parse(date)) / WEEK_MS));
  const said = Number.isNaN(passed) ? null : readWeeks(text, passed);
  const weeks = readGestation(parts, now)?.weeks ?? said;
  if (weeks !== null) return { text, reference, trimester: trimesterAt(weeks), weeks };
  return { text, reference, trimester: Number.isNaN(passed) ? null : trimesterSaid(text, passed) };
}
