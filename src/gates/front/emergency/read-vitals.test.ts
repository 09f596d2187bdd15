import { describe, expect, it } from 'vitest';
import type { Language } from '../../../domain/language.ts';
import { readStatements } from '../../../language/read-statements.ts';
import { readDoses, readVitals } from './read-vitals.ts';

const read = (message: string, language: Language = 'en') =>
  readVitals(readStatements(message, language)).map(({ means }) => means);
const LIMITS: Readonly<Record<string, number>> = { paracetamol: 4_000, metformin: 2_550 };
const doses = (message: string, language: Language = 'en') =>
  readDoses(readStatements(message, language), (drug) => LIMITS[drug] ?? null).length;

describe('readVitals', () => {
  it.each([
    ['my heart rate is 20', ['cardiac', 'pulse_low']],
    ['my heart rate is 32', ['cardiac', 'pulse_low']],
    ['my pulse is 72', []],
    ['pulse 190', ['cardiac', 'pulse_high']],
    ['spo2 84%', ['breathing']],
    ['SpO2 is 98 and pulse 80', []],
    ['blood sugar 2.1 mmol', ['diabetic']],
    ['blood sugar 38', ['diabetic', 'glucose_high']],
    ['glucose 95 mg/dl', []],
    ['glucose 45 mg', ['diabetic']],
    ['temperature 38.6', ['fever_measured']],
    ['temp 104 F', ['fever_measured']],
    ['temp 41.5', ['sepsis', 'fever_measured']],
    [
      'bp 210/135',
      ['pressure_very_high', 'pressure_high', 'neurological', 'pressure_very_high', 'pressure_high'],
    ],
    ['bp 70/40', ['shock']],
    ['bp 120/80', []],
    ['breathing rate 34', ['breathing']],
  ])('reads %j', (message, means) => {
    expect(read(message)).toEqual(means);
  });

  it('weighs a figure by age', () => {
    expect(read('My 3 week old has a temperature of 38.4')).toContain('paediatric');
    expect(read('My 6 year old has a temperature of 38.4')).toEqual(['fever_measured']);
    expect(read('Bé 20 ngày tuổi sốt 38.5 độ', 'vi')).toContain('paediatric');
    expect(read('Bé 5 tuổi sốt 38.5 độ', 'vi')).toEqual(['fever_measured']);
    expect(read('Bé 8 tháng tuổi nhịp tim 150', 'vi')).toEqual([]);
    expect(read('Mẹ tôi 60 tuổi nhịp tim 150', 'vi')).toEqual(['pulse_high']);
  });

  it('reads Vietnamese with and without marks, and no fetal heart', () => {
    expect(read('huyết áp 75/40', 'vi')).toEqual(['shock']);
    expect(read('huyet ap tut 75/40', 'vi')).toEqual(['shock']);
    expect(read('đường huyết 2,4', 'vi')).toEqual(['diabetic']);
    expect(read('nhịp tim thai 185', 'vi')).toEqual([]);
  });
});

describe('readDoses', () => {
  it('holds what was swallowed against what a day allows', () => {
    expect(doses('I took 20 tablets of paracetamol 500 mg')).toBe(1);
    expect(doses('She swallowed 10 g of paracetamol')).toBe(1);
    expect(doses('I swallowed 30 pills')).toBe(1);
    expect(doses('Em uống 20 viên paracetamol 500 mg', 'vi')).toBe(1);
  });

  it('leaves ordinary doses alone', () => {
    expect(doses('I took 2 tablets of paracetamol')).toBe(0);
    expect(doses('uống metformin 1 viên mỗi sáng', 'vi')).toBe(0);
    expect(doses('I have taken 14 tablets over 7 days')).toBe(0);
    expect(doses('uống paracetamol 500 mg 2 viên', 'vi')).toBe(0);
  });
});
