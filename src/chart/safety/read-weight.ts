import { monthsAt } from '../age-at.ts';
import type { ChartParts } from '../chart.port.ts';
import { codesOf, dateOf, isMistaken } from './chart-entries.ts';

/** LOINC: body weight. */
const WEIGHT = '29463-7';
const KG_PER: Readonly<Record<string, number>> = {
  kg: 1,
  g: 0.001,
  lb: 0.45359237,
  lbs: 0.45359237,
  '[lb_av]': 0.45359237,
};
const OLD_FROM_MONTHS = 6;

export interface Weight {
  weight_kg: number | null;
  /** Too long ago to dose a child by, or nobody knows when. */
  weight_is_old: boolean;
}

/** The newest weight of a chart in kilograms; null where there is none or its unit is not known. */
export function readWeight({ observations }: ChartParts, now: number): Weight {
  const newest = observations
    .filter(
      (entry) =>
        !isMistaken(entry) &&
        codesOf(entry.code).includes(WEIGHT) &&
        entry.valueQuantity?.value !== undefined,
    )
    .sort((a, b) => dateOf(b).localeCompare(dateOf(a)))[0];
  const { value, code, unit } = newest?.valueQuantity ?? {};
  const factor = KG_PER[(code ?? unit ?? '').toLowerCase().trim()];
  if (newest === undefined || value === undefined || factor === undefined || !(value > 0)) {
    return { weight_kg: null, weight_is_old: false };
  }
  const months = monthsAt(dateOf(newest), new Date(now).toISOString());
  return {
    weight_kg: Math.round(value * factor * 1_000) / 1_000,
    weight_is_old: months === null || months >= OLD_FROM_MONTHS,
  };
}
