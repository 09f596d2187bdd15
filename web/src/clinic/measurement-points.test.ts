import { describe, expect, it } from 'vitest';
import type { ChartMeasurement } from '../../../src/domain/chart-summary.ts';
import { measurementPoints } from './measurement-points.ts';

const MEASUREMENT: ChartMeasurement = {
  id: 'a',
  name: 'Creatinine',
  codes: [],
  value: '1.55 mg/dL',
  number: 1.55,
  unit: 'mg/dL',
  at: '2026-11-03',
  flag: 'high',
  range: null,
  is_final: true,
  computed: false,
  earlier: [
    { value: '1,4 mg/dL', at: '2026-05-12', flag: null },
    { value: 'haemolysed', at: '2026-01-01', flag: null },
  ],
  trend: 'rising',
};

describe('measurementPoints', () => {
  it('gives what has a number, oldest first', () => {
    expect(measurementPoints(MEASUREMENT, 'en').map(({ values }) => values)).toEqual([[1.4], [1.55]]);
    expect(measurementPoints(MEASUREMENT, 'vi').at(-1)).toMatchObject({ text: '1,55 mg/dL', isOff: true });
  });

  it('gives both numbers of a blood pressure, and leaves out what has one', () => {
    const pressure = {
      ...MEASUREMENT,
      number: null,
      value: '152/86',
      earlier: [
        { value: '148/86', at: '2026-05-12', flag: null },
        { value: '150', at: '2026-04-01', flag: null },
      ],
    };
    expect(measurementPoints(pressure, 'en').map(({ values }) => values)).toEqual([
      [148, 86],
      [152, 86],
    ]);
  });
});
