import type { ChartParts } from '../chart.port.ts';
import { codesOf, dateOf, isMistaken } from './chart-entries.ts';

/** LOINC: gestational age, by whatever it was told. */
const GESTATIONAL_AGE = [
  '11884-4',
  '11885-1',
  '11886-9',
  '11887-7',
  '11888-5',
  '18185-9',
  '49051-6',
  '57714-8',
];
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
const WEEK_MS = 7 * 24 * 3_600_000;
const LONGEST = 43;

/** The weeks of this pregnancy as of now, counted on from the newest observation; null where none tells. */
export function readGestation(
  { observations }: Pick<ChartParts, 'observations'>,
  now: number,
): { weeks: number; reference: string } | null {
  return (
    observations
      .filter((entry) => !isMistaken(entry))
      .flatMap((entry) => {
        const weeks = weeksNow(entry, now);
        return weeks === null ? [] : [{ weeks, reference: `Observation/${entry.id}`, date: dateOf(entry) }];
      })
      // One that is too long by now was of an earlier pregnancy.
      .filter(({ weeks }) => weeks >= 0 && weeks <= LONGEST)
      .sort((a, b) => b.date.localeCompare(a.date))
      .map(({ weeks, reference }) => ({ weeks, reference }))[0] ?? null
  );
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
