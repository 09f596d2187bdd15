import type { Observation } from '@medplum/fhirtypes';
import { foldDiacritics } from '../../../language/fold-diacritics.ts';
import { once, readPatterns } from '../../../language/read-lexicon.ts';
import type { ChartParts } from '../../chart.port.ts';
import { codesOf, dateOf, isMistaken, isTrue, textOf } from './chart-entries.ts';

/** LOINC: pregnancy status. SNOMED CT: pregnant, not pregnant. */
const STATUS = '82810-3';
const PREGNANT = '77386006';
const NOT_PREGNANT = '60001007';
const WEEK_MS = 7 * 24 * 3_600_000;

export interface RecordedPregnancy extends Stage {
  text: string;
  reference: string;
}

/** How far the pregnancy is as of now, as far as the chart tells. */
interface Stage {
  trimester: Trimester | null;
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
  return codesOf(value).includes(NOT_PREGNANT) ||
    cues().not_pregnant.test(foldDiacritics(textOf(value).toLowerCase()))
    ? false
    : null;
}

/** A measured week says more than the words of the entry. */
function withWeeks(
  { text, reference, date }: { text: string; reference: string; date: string },
  parts: ChartParts,
  now: number,
): RecordedPregnancy {
  const passed = date === '' ? 0 : Math.max(0, Math.floor((now - Date.parse(date)) / WEEK_MS));
  const weeks = readGestation(parts, now);
  if (weeks !== null) return { text, reference, trimester: trimesterAt(weeks), weeks };
  return { text, reference, ...(Number.isNaN(passed) ? { trimester: null } : stageSaid(text, passed)) };
}

/** The stage that the words of an entry tell, counted on by `weeksSince`. */
export function stageSaid(text: string, weeksSince = 0): Stage {
  const weeks = readWeeks(text, weeksSince);
  if (weeks === null) return { trimester: trimesterSaid(text, weeksSince) };
  return { weeks, trimester: trimesterAt(weeks) };
}

/** LOINC: gestational age, by whatever it was told. */
const GESTATIONAL_AGE = '11884-4 11885-1 11886-9 11887-7 11888-5 18185-9 49051-6 57714-8'.split(' ');
/** LOINC: first day of the last menstrual period. */
const LAST_PERIOD = '8665-2';
const WEEKS_PER: Readonly<Record<string, number>> = {
  wk: 1,
  week: 1,
  weeks: 1,
  tuần: 1,
  d: 1 / 7,
  day: 1 / 7,
  days: 1 / 7,
  ngày: 1 / 7,
};
const LONGEST = 43;

/** The weeks of this pregnancy as of now, counted on from the newest observation; null where none tells. */
function readGestation({ observations }: ChartParts, now: number): number | null {
  const told = observations
    .filter((entry) => !isMistaken(entry))
    .map((entry) => ({ weeks: weeksNow(entry, now), date: dateOf(entry) }))
    // One that is too long by now was of an earlier pregnancy.
    .filter(({ weeks }) => weeks !== null && weeks >= 0 && weeks <= LONGEST);
  return told.sort((a, b) => b.date.localeCompare(a.date))[0]?.weeks ?? null;
}

function weeksNow(entry: ChartParts['observations'][number], now: number): number | null {
  const codes = codesOf(entry.code);
  if (codes.includes(LAST_PERIOD)) return since(entry.valueDateTime, now);
  if (!codes.some((code) => code !== undefined && GESTATIONAL_AGE.includes(code))) return null;
  const { value, unit, code } = entry.valueQuantity ?? {};
  const factor = WEEKS_PER[(code ?? unit ?? '').toLowerCase()] ?? WEEKS_PER[(unit ?? '').toLowerCase()];
  const passed = since(dateOf(entry), now);
  if (value === undefined || factor === undefined || passed === null || passed < 0) return null;
  return Math.floor(value * factor + passed);
}

function since(date: string | undefined, now: number): number | null {
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? null : (now - at) / WEEK_MS;
}

type Trimester = 1 | 2 | 3;

const cues = once(() =>
  readPatterns('language/chart-cues', [
    'pregnant not_pregnant pregnancy_over no_present_pregnancy past_words',
    'trimester_1 trimester_2 trimester_3',
  ]),
);

const WEEKS = /\b(\d{1,2})(?: \d)? ?(?:weeks?|wks?|w|tuan)\b|\b(?:weeks?|tuan)(?: thu)? (\d{1,2})\b/u;
const TRIMESTERS = [1, 2, 3] as const;
const SECOND_FROM = 14;
const THIRD_FROM = 28;

/** Whether a text says that there is a pregnancy now: of its clauses one speaks of this pregnancy, and none that it is over. */
function saysPregnant(text: string): boolean {
  const all = clauses(text);
  if (all.some((clause) => cues().pregnancy_over.test(clause) && !cues().past_words.test(clause)))
    return false;
  return all.some((clause) => cues().pregnant.test(clause) && !cues().no_present_pregnancy.test(clause));
}

/** The week that a pregnancy's text tells, counted on by `weeksSince`; null where it tells none, a past one, or one too late. */
function readWeeks(text: string, weeksSince: number): number | null {
  const weeks = presentClauses(text)
    .map((clause) => WEEKS.exec(clause))
    .find((match) => match !== null);
  if (!weeks) return null;
  const now = Number(weeks[1] ?? weeks[2]) + weeksSince;
  return now < 1 || now > LONGEST ? null : now;
}

/** The trimester that a text names outright. One lasts; written down a while ago it may be the next one by now. */
function trimesterSaid(text: string, weeksSince: number): Trimester | null {
  const present = presentClauses(text);
  if (present.some((clause) => WEEKS.test(clause))) return null;
  const said =
    TRIMESTERS.find((n) => present.some((clause) => cues()[`trimester_${n}`].test(clause))) ?? null;
  return said === 3 || weeksSince < 1 ? said : null;
}

function trimesterAt(weeks: number): Trimester {
  if (weeks < SECOND_FROM) return 1;
  return weeks < THIRD_FROM ? 2 : 3;
}

function presentClauses(text: string): string[] {
  return clauses(text).filter((clause) => !cues().past_words.test(clause));
}

function clauses(text: string): string[] {
  return foldDiacritics(text.toLowerCase())
    .split(/[,;.:()\n]| [-–] |\bbut\b|\bnow\b|\bwith\b|\bnhung\b|\bhien\b/u)
    .map((clause) => clause.replace(/[^\p{L}\d]+/gu, ' ').trim());
}
