import type { ChartMeasurement } from '../../../src/domain/chart-summary.ts';

export interface Point {
  /** Seconds since the epoch. */
  at: number;
  /** One, or two of a measurement such as a blood pressure. */
  values: readonly number[];
}

/** A measurement over time, oldest first: what has a number and a date, and as many numbers as the latest. */
export function measurementPoints({ number, value, at, earlier }: ChartMeasurement): Point[] {
  const points = [{ value: number === null ? value : String(number), at }, ...earlier].flatMap((one) => {
    const time = one.at === null ? Number.NaN : Date.parse(one.at) / 1_000;
    const values = numbersOf(one.value);
    return values.length === 0 || Number.isNaN(time) ? [] : [{ at: time, values }];
  });
  const count = points[0]?.values.length;
  return points.filter(({ values }) => values.length === count).sort((a, b) => a.at - b.at);
}

/** The number a value begins with, or both of a pair. */
function numbersOf(value: string): number[] {
  const [, first, second] =
    /^\s*[<>≤≥]?\s*(-?\d+(?:[.,]\d+)?)(?:\s*\/\s*(\d+(?:[.,]\d+)?))?/u.exec(value) ?? [];
  return [first, second].flatMap((found) => (found === undefined ? [] : [Number(found.replace(',', '.'))]));
}
