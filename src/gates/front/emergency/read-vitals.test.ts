import { describe, expect, it } from 'vitest';
import { readVitals } from './read-vitals.ts';
import { splitClauses } from './split-clauses.ts';

const read = (text: string) =>
  readVitals(splitClauses(text)).map((one) =>
    one.kind === 'alarm' ? one.category : one.kind === 'sign' ? one.sign : null,
  );

describe('readVitals', () => {
  it.each([
    ['my oxygen is 84%', ['breathing']],
    ['SpO2 97%', []],
    ['spo2 do o nha con 82', ['breathing']],
    ['sugar is 2.1 mmol/L', ['diabetic']],
    ['my blood sugar reads 35 mg/dl', ['diabetic']],
    ['đường huyết 7,5 mmol/L', []],
    ['glucose 28 mmol', ['glucose_high']],
    ['sugar 150', []],
    ['blood sugar 650', ['diabetic']],
    ['my ketones are 4', ['diabetic']],
    ['ketones 0.3', []],
    ['I took 16 co-codamol', ['overdose']],
    ['I took 10 mg at 9 pm', []],
    ['fever of 38.4', ['fever_measured']],
    ['temperature 101 F', ['fever_measured']],
    ['sốt 37.8', []],
    ['blood pressure 70/40', ['shock']],
    ['huyết áp 165/112', ['pressure_high']],
    ['BP 190/100', ['pressure_very_high']],
    ['BP 135/85', []],
    ['heart rate 180', ['pulse_very_fast']],
    ['72 year old', ['aged_over_60']],
    ['75 tuổi', ['aged_over_60']],
    ['room 84. oxygen', []],
  ])('reads %j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});
