import type { AskedSeries, ChartMeasurement } from '../../../src/domain/chart-summary.ts';
import type { Language } from '../../../src/domain/language.ts';
import type { PlottedPoint } from '../charts/value-plot.tsx';
import { sayValue } from '../text/format-number.ts';

type Value = Pick<AskedSeries['points'][number], 'at' | 'value' | 'flag'>;

/** A measurement over time, oldest first: what has a number and a date, and as many numbers as the latest. */
export function measurementPoints(
  { value, at, flag, unit, earlier }: Omit<ChartMeasurement, 'number'>,
  language: Language,
): PlottedPoint[] {
  return plottedPoints([...earlier.toReversed(), { value, at, flag }], unit, language);
}

/** Values in the order of their dates, as they are plotted and read out. */
export function plottedPoints(
  values: readonly Value[],
  unit: string | null,
  language: Language,
): PlottedPoint[] {
  const points = values.flatMap(({ at, value, flag }) => {
    const time = at === null ? Number.NaN : Date.parse(at) / 1_000;
    const numbers = numbersOf(value);
    if (numbers.length === 0 || Number.isNaN(time)) return [];
    const text = [sayValue(value, language), ...(unit === null || value.includes(unit) ? [] : [unit])].join(
      ' ',
    );
    return [{ at: time, values: numbers, text, isOff: isOff(flag) }];
  });
  const count = points.at(-1)?.values.length;
  return points.filter((point) => point.values.length === count).sort((a, b) => a.at - b.at);
}

export function isOff(flag: Value['flag']): boolean {
  return flag !== null && flag !== 'normal';
}

/** The number a value begins with, or both of a pair. */
function numbersOf(value: string): number[] {
  const [, first, second] =
    /^\s*[<>≤≥]?\s*(-?\d+(?:[.,]\d+)?)(?:\s*\/\s*(\d+(?:[.,]\d+)?))?/u.exec(value) ?? [];
  return [first, second].flatMap((found) => (found === undefined ? [] : [Number(found.replace(',', '.'))]));
}
