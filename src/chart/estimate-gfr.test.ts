import { describe, expect, it } from 'vitest';
import { estimateGfr } from './egfr.ts';

const observed = (id: string, code: string, value: number, date: string, unit = 'mg/dL') => ({
  resourceType: 'Observation' as const,
  id,
  status: 'final' as const,
  code: { coding: [{ code }] },
  effectiveDateTime: date,
  valueQuantity: { value, unit },
});
const WOMAN = { age_years: 60, sex: 'female' as const };

describe('estimateGfr', () => {
  it('takes the newest recorded eGFR', () => {
    const egfr = [observed('a', '33914-3', 50, '2025-01-01'), observed('b', '98979-8', 40, '2026-01-01')];
    expect(estimateGfr(egfr, WOMAN)).toMatchObject({
      value: 40,
      reference: 'Observation/b',
      computed: false,
    });
  });

  it('computes it where creatinine is newer, in either unit', () => {
    const old = observed('a', '33914-3', 50, '2025-01-01');
    const mg = estimateGfr([old, observed('c', '2160-0', 1.4, '2026-01-01')], WOMAN);
    expect(mg).toMatchObject({ value: 43, computed: true, reference: 'Observation/c' });
    const umol = estimateGfr([observed('c', '14682-9', 123.76, '2026-01-01', 'umol/L')], WOMAN);
    expect(umol?.value).toBe(mg?.value);
  });

  it('has none for a child, or without sex or age, or of a record made in error', () => {
    const creatinine = observed('c', '2160-0', 1.4, '2026-01-01');
    expect(estimateGfr([creatinine], { age_years: 10, sex: 'female' })).toBeNull();
    expect(estimateGfr([creatinine], { age_years: 60, sex: null })).toBeNull();
    expect(estimateGfr([{ ...creatinine, status: 'entered-in-error' }], WOMAN)).toBeNull();
    expect(estimateGfr([], WOMAN)).toBeNull();
  });

  it('has none of a newer creatinine that it cannot use: in pregnancy, or in another unit', () => {
    const old = observed('a', '33914-3', 90, '2025-01-01');
    const creatinine = observed('c', '2160-0', 1.4, '2026-01-01');
    expect(estimateGfr([old, creatinine], { ...WOMAN, is_pregnant: true })).toBeNull();
    expect(
      estimateGfr([old, { ...creatinine, valueQuantity: { value: 9, unit: 'mg/L' } }], WOMAN),
    ).toBeNull();
    expect(estimateGfr([old], { ...WOMAN, is_pregnant: true })?.value).toBe(90);
  });
});
