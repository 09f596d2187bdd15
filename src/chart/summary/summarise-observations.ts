import type { Observation } from '@medplum/fhirtypes';
import { z } from 'zod';
import type { ChartMeasurement } from '../../domain/chart-summary.ts';
import {
  Concept,
  conceptCodes,
  conceptText,
  firstCode,
  listOf,
  Period,
  Quantity,
  words,
} from './lenient-fields.ts';

/** As many as a plot can show; a line of text shows fewer. */
const EARLIER_KEPT = 24;
const TREND_OVER = 4;
/** A smaller change than this, of the value before, is no trend by itself. */
const NOTABLE_CHANGE = 0.03;
const NOT_TO_BE_READ = ['entered-in-error', 'cancelled'];
const FINAL = ['final', 'amended', 'corrected'];

const VALUE = { valueQuantity: Quantity, valueString: words, valueCodeableConcept: Concept };
const Measured = z.object({
  id: z.string(),
  status: words,
  category: listOf(Concept),
  code: Concept,
  effectiveDateTime: words,
  effectiveInstant: words,
  effectivePeriod: Period,
  issued: words,
  interpretation: listOf(Concept),
  component: listOf(z.object({ code: Concept, ...VALUE })),
  referenceRange: listOf(z.object({ low: Quantity, high: Quantity })),
  ...VALUE,
});
type Measured = z.infer<typeof Measured>;

/** One kind of measurement in one unit. */
export interface ChartSeries {
  category: string | null;
  /** Newest first. */
  values: ChartMeasurement[];
  /** Every name of it that the chart has. */
  names: string[];
}

/** All values of a chart by what they measure. */
export function seriesOf(observations: readonly Observation[]): ChartSeries[] {
  const groups = new Map<string, ChartSeries>();
  for (const observation of observations) {
    const parsed = Measured.safeParse(observation);
    if (!parsed.success || NOT_TO_BE_READ.includes(parsed.data.status ?? '')) continue;
    const measurement = measurementOf(parsed.data);
    if (measurement === null) continue;
    const key = `${measurement.codes[0] ?? measurement.name.toLowerCase()} ${measurement.unit ?? ''}`;
    const category = parsed.data.category.map(firstCode).find((code) => code !== null) ?? null;
    const group = groups.get(key) ?? { category, values: [], names: [] };
    groups.set(key, group);
    group.values.push(measurement);
    const { text, coding } = parsed.data.code;
    group.names = [...new Set([...group.names, text, ...coding.map(({ display }) => display)])].filter(
      (name) => name !== undefined,
    );
  }
  for (const { values } of groups.values()) values.sort(byTime);
  return [...groups.values()];
}

/** The latest value of each kind, newest kind first. */
export function summariseObservations(series: readonly ChartSeries[]) {
  const latest = series.flatMap(({ category, values }) => {
    const measurement = withTrend(values);
    return measurement === null ? [] : [{ category, measurement }];
  });
  const of = (wanted: (category: string | null) => boolean) =>
    latest
      .filter(({ category }) => wanted(category))
      .map(({ measurement }) => measurement)
      .sort(byTime);
  return {
    labs: of((category) => category === 'laboratory'),
    vitals: of((category) => category === 'vital-signs'),
    findings: of((category) => category !== 'laboratory' && category !== 'vital-signs'),
  };
}

function byTime(one: ChartMeasurement, two: ChartMeasurement): number {
  return timeOf(two) - timeOf(one) || one.name.localeCompare(two.name);
}

/** An undated value is older than any other. */
function timeOf({ at }: ChartMeasurement): number {
  const time = Date.parse(at ?? '');
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
}

function measurementOf(measured: Measured): ChartMeasurement | null {
  const { id, code, status, effectiveDateTime, effectiveInstant, effectivePeriod, issued } = measured;
  const name = conceptText(code);
  const value = valueText(measured);
  if (name === null || value === null) return null;
  const { valueQuantity: quantity } = measured;
  return {
    id,
    name,
    codes: conceptCodes(code),
    value,
    number: quantity?.comparator === undefined ? (quantity?.value ?? null) : null,
    unit: quantity?.unit ?? quantity?.code ?? commonUnit(measured),
    at: effectiveDateTime ?? effectiveInstant ?? effectivePeriod?.start ?? issued ?? null,
    flag: flagOf(measured),
    range: rangeOf(measured),
    is_final: FINAL.includes(status ?? ''),
    computed: false,
    earlier: [],
    trend: null,
  };
}

type Value = Pick<Measured, 'valueQuantity' | 'valueString' | 'valueCodeableConcept'>;

function valueText(measured: Measured): string | null {
  const own = plainValue(measured);
  if (own !== null) return own;
  const parts = measured.component.flatMap((component) => {
    const value = plainValue(component);
    return value === null ? [] : [{ value, name: conceptText(component.code) }];
  });
  if (parts.length === 0) return null;
  const isPressure = parts.length === 2 && parts.every(({ name }) => /blood pressure/iu.test(name ?? ''));
  // Systolic comes first, whatever the order of the components.
  if (isPressure)
    return parts
      .sort((one, two) => Number(two.value) - Number(one.value))
      .map(({ value }) => value)
      .join('/');
  return parts.map(({ name, value }) => `${name ?? '?'} ${value}`).join(', ');
}

function plainValue({ valueQuantity, valueString, valueCodeableConcept }: Value): string | null {
  if (valueQuantity?.value !== undefined) return `${valueQuantity.comparator ?? ''}${valueQuantity.value}`;
  return valueString ?? conceptText(valueCodeableConcept);
}

function commonUnit({ component }: Measured): string | null {
  const units = new Set(component.map(({ valueQuantity }) => valueQuantity?.unit));
  return units.size === 1 ? ([...units][0] ?? null) : null;
}

/** As the laboratory says; without its word, by the one range it gives. */
function flagOf(measured: Measured): ChartMeasurement['flag'] {
  const { interpretation, valueQuantity } = measured;
  const code = interpretation.map(firstCode).find((one) => one !== null);
  if (code !== undefined && code !== null) {
    if (/^(?:L|LL|LU|<)$/u.test(code)) return 'low';
    if (/^(?:H|HH|HU|>)$/u.test(code)) return 'high';
    return code === 'N' ? 'normal' : 'abnormal';
  }
  const range = rangeOf(measured);
  const value = valueQuantity?.value;
  if (range === null || value === undefined) return null;
  if (range.low !== null && value < range.low) return 'low';
  return range.high !== null && value > range.high ? 'high' : 'normal';
}

/** The one range that the laboratory gives; where it gives several, which one holds is not ours to say. */
function rangeOf({ referenceRange: [range, ...others] }: Measured): ChartMeasurement['range'] {
  const [low, high] = [range?.low?.value ?? null, range?.high?.value ?? null];
  return others.length > 0 || (low === null && high === null) ? null : { low, high };
}

/** The newest of some values, with those before it. */
export function withTrend([newest, ...before]: readonly ChartMeasurement[]): ChartMeasurement | null {
  if (newest === undefined) return null;
  const dated = before
    .flatMap((one) => (one.at === null ? [] : [{ ...one, at: one.at }]))
    .slice(0, EARLIER_KEPT);
  const numbers = [newest, ...dated].slice(0, TREND_OVER).map(({ number }) => number);
  return {
    ...newest,
    earlier: dated.map(({ value, at, flag }) => ({ value, at, flag })),
    trend: numbers.every((number) => number !== null) && newest.at !== null ? trendOf(numbers) : null,
  };
}

/** Newest first. Two steps the same way are a trend however small; one step only when it is notable. */
function trendOf(numbers: readonly number[]): ChartMeasurement['trend'] {
  const [newest, previous] = numbers;
  if (newest === undefined || previous === undefined) return null;
  const steps = numbers.slice(1).map((number, index) => Math.sign((numbers[index] ?? 0) - number));
  const isSteadyClimb = steps.length > 1 && steps.every((step) => step === steps[0]) && steps[0] !== 0;
  const isNotable = Math.abs(newest - previous) >= Math.abs(previous) * NOTABLE_CHANGE && newest !== previous;
  if (!isSteadyClimb && !isNotable) return 'steady';
  return newest > previous ? 'rising' : 'falling';
}
