import { monthsAt } from '../age-at.ts';
import type { ChartParts } from '../chart.port.ts';
import { codesOf, dateOf, isMistaken, isRefuted, isTrue, nameOf } from './chart-entries.ts';

/** A problem of the chart, or a laboratory value that is one. */
export interface ConditionEntry {
  text: string;
  reference: string;
  codes: readonly string[];
  /** Over, as far as the chart says. */
  is_past: boolean;
}

interface LabRule {
  loinc: readonly string[];
  units: readonly string[];
  isMet(value: number): boolean;
  /** In the words that the table of conditions knows. */
  means: string;
}

/** What a newest value stands for. Potassium by the UK Kidney Association, 2023; sodium where it is low enough to change what is given. */
const LABS: readonly LabRule[] = [
  { loinc: ['2823-3', '6298-4'], units: ['mmol/l', 'meq/l'], isMet: (k) => k >= 5.5, means: 'hyperkalaemia' },
  { loinc: ['2823-3', '6298-4'], units: ['mmol/l', 'meq/l'], isMet: (k) => k < 3.5, means: 'hypokalaemia' },
  {
    loinc: ['2951-2', '2947-0'],
    units: ['mmol/l', 'meq/l'],
    isMet: (na) => na <= 130,
    means: 'hyponatraemia',
  },
];
const LAB_STANDS_MONTHS = 3;

export function conditionEntries({ conditions, observations }: ChartParts, today: string): ConditionEntry[] {
  const recorded = conditions
    .filter((entry) => !isRefuted(entry))
    .map((entry) => ({
      text: nameOf(entry.code),
      reference: `Condition/${entry.id}`,
      codes: codesOf(entry.code).flatMap((code) => code ?? []),
      is_past: !isTrue(entry),
    }));
  return [...recorded, ...LABS.flatMap((rule) => measured(observations, rule, today))];
}

function measured(
  observations: ChartParts['observations'],
  { loinc, units, isMet, means }: LabRule,
  today: string,
): ConditionEntry[] {
  const newest = observations
    .filter((entry) => !isMistaken(entry) && entry.valueQuantity?.value !== undefined)
    .filter(({ code }) => codesOf(code).some((one) => one !== undefined && loinc.includes(one)))
    .sort((a, b) => dateOf(b).localeCompare(dateOf(a)))[0];
  const { value, unit = '' } = newest?.valueQuantity ?? {};
  if (newest === undefined || value === undefined || !units.includes(unit.toLowerCase())) return [];
  const months = monthsAt(dateOf(newest), today);
  if (!isMet(value) || months === null || months >= LAB_STANDS_MONTHS) return [];
  const text = `${nameOf(newest.code)} ${value} ${unit} (${dateOf(newest).slice(0, 10)}): ${means}`;
  return [{ text, reference: `Observation/${newest.id}`, codes: [], is_past: false }];
}
