import type { ChartMeasurement } from '../../../src/domain/chart-summary.ts';

export interface Point {
  /** Seconds since the epoch. */
  at: number;
  value: number;
}

/** A measurement over time, oldest first: what has a number and a date. */
export function measurementPoints({ number, value, at, earlier }: ChartMeasurement): Point[] {
  const latest = { value: number ?? numberOf(value), at };
  const before = earlier.map((one) => ({ value: numberOf(one.value), at: one.at }));
  const points = [latest, ...before].flatMap((point) => {
    const time = point.at === null ? Number.NaN : Date.parse(point.at) / 1_000;
    return point.value === null || Number.isNaN(time) ? [] : [{ at: time, value: point.value }];
  });
  return points.sort((a, b) => a.at - b.at);
}

/** The number a value begins with; a value of two, such as a blood pressure, has none. */
function numberOf(value: string): number | null {
  const found = /^\s*[<>≤≥]?\s*(-?\d+(?:[.,]\d+)?)(?![\d.,]*\s*\/)/u.exec(value)?.[1];
  return found === undefined ? null : Number(found.replace(',', '.'));
}
