import { describe, expect, it } from 'vitest';
import type { ChartParts } from '../chart.port.ts';
import { deniesAllergies } from './denies-allergies.ts';
import { patientFacts } from './patient-facts.ts';

const NOW = Date.parse('2026-11-01T00:00:00Z');
const coded = (code: string) => ({ coding: [{ code }] });
const condition = (text: string, more: Partial<ChartParts['conditions'][number]> = {}) => ({
  resourceType: 'Condition' as const,
  id: 'c',
  subject: {},
  code: { text },
  ...more,
});
const allergy = (
  code: ChartParts['allergies'][number]['code'],
  more: Partial<ChartParts['allergies'][number]> = {},
) => ({
  resourceType: 'AllergyIntolerance' as const,
  id: 'a',
  patient: {},
  ...(code ? { code } : {}),
  ...more,
});
const observed = (code: string, date: string, more: Partial<ChartParts['observations'][number]>) => ({
  resourceType: 'Observation' as const,
  id: `o-${date}`,
  status: 'final' as const,
  code: coded(code),
  effectiveDateTime: date,
  ...more,
});
const weighed = (value: number, unit: string, date = '2026-10-01') =>
  observed('29463-7', date, { valueQuantity: { value, unit } });
const status = (text: string, date: string) => observed('82810-3', date, { valueCodeableConcept: { text } });

const facts = (parts: Partial<ChartParts>) =>
  patientFacts(
    {
      patient: { resourceType: 'Patient', id: 'p', gender: 'female', birthDate: '1996-01-01' },
      encounters: [],
      conditions: [],
      allergies: [],
      medicationRequests: [],
      medicationStatements: [],
      observations: [],
      notes: [],
      incomplete: [],
      ...parts,
    },
    NOW,
  );
const pregnancyIn = (text: string) => facts({ conditions: [condition(text)] }).pregnancy;

describe('the pregnancy of a chart', () => {
  it.each([
    'Pregnancy, first, single fetus',
    'High-risk pregnancy',
    'Supervision of high risk pregnancy',
    'Pregnant, previous caesarean',
    'Pregnancy after IVF',
    'Previous caesarean, now pregnant',
    'Mang thai 30 tuần, tiền sử sinh mổ',
    'Mang thai 30 tuần, tiền sử băng huyết sau sinh',
    'mang thai 12 tuan',
    'Đang có thai',
    'Thai 22 tuần',
    'Previous preterm birth - pregnant',
    'Pregnancy, not yet delivered',
    'No complications in pregnancy',
  ])('is current in "%s"', (text) => {
    expect(pregnancyIn(text)).toMatchObject({ text, reference: 'Condition/c' });
  });

  it.each([
    'History of pregnancy',
    'Postpartum state after normal pregnancy',
    'Pregnancy, postpartum',
    'Planning pregnancy',
    'Planning a pregnancy',
    'Risk of pregnancy',
    'Not pregnant',
    'Pre-pregnancy advice',
    'Previous ectopic pregnancy',
    'Tiền sử mang thai',
    'Tiền sử đái tháo đường thai kỳ',
    'Dự định mang thai',
    'Không mang thai',
    'Essential hypertension',
  ])('is not in "%s"', (text) => {
    expect(pregnancyIn(text)).toBeNull();
  });

  it('is not read from what was refuted, made in error or is over', () => {
    for (const more of [
      { verificationStatus: coded('refuted') },
      { verificationStatus: coded('entered-in-error') },
      { clinicalStatus: coded('resolved') },
    ]) {
      expect(facts({ conditions: [condition('Pregnancy', more)] }).pregnancy).toBeNull();
    }
  });

  it('is read from its status, the newest of which counts', () => {
    const pregnant = observed('82810-3', '2026-09-01', { valueCodeableConcept: coded('77386006') });
    expect(facts({ observations: [pregnant] }).pregnancy?.reference).toBe('Observation/o-2026-09-01');
    expect(facts({ observations: [status('Pregnant', '2026-09-02')] }).pregnancy).not.toBeNull();
    expect(facts({ observations: [pregnant, status('Not pregnant', '2026-10-01')] }).pregnancy).toBeNull();
    expect(
      facts({ observations: [status('Not pregnant', '2026-08-01'), pregnant] }).pregnancy,
    ).not.toBeNull();
    expect(facts({ observations: [{ ...pregnant, status: 'entered-in-error' }] }).pregnancy).toBeNull();
  });

  it('is over when a newer status than the condition says so', () => {
    const conditions = [condition('Pregnancy', { recordedDate: '2026-02-01' })];
    expect(facts({ conditions, observations: [status('Not pregnant', '2026-10-01')] }).pregnancy).toBeNull();
    expect(
      facts({ conditions, observations: [status('Not pregnant', '2026-01-01')] }).pregnancy,
    ).not.toBeNull();
  });

  it('is not taken back by a newer status that does not know', () => {
    const conditions = [condition('Pregnancy', { recordedDate: '2026-02-01' })];
    expect(facts({ conditions, observations: [status('Unknown', '2026-10-01')] }).pregnancy).not.toBeNull();
    const observations = [status('Pregnant', '2026-09-01'), status('Unknown', '2026-10-01')];
    expect(facts({ observations }).pregnancy).not.toBeNull();
  });

  it('has moved on since its week was written down', () => {
    const at = (recordedDate: string) =>
      facts({ conditions: [condition('Pregnancy, 22 weeks', { recordedDate })] }).pregnancy?.trimester;
    expect([at('2026-10-25'), at('2026-09-01'), at('2025-09-01')]).toEqual([2, 3, null]);
  });

  it('leaves creatinine without an eGFR', () => {
    const creatinine = observed('2160-0', '2026-10-01', { valueQuantity: { value: 1.4, unit: 'mg/dL' } });
    expect(facts({ observations: [creatinine] }).egfr?.computed).toBe(true);
    expect(facts({ observations: [creatinine], conditions: [condition('Pregnancy')] }).egfr).toBeNull();
  });
});

describe('the allergies of a chart', () => {
  it('are not those that were refuted or recorded in error', () => {
    for (const code of ['refuted', 'entered-in-error']) {
      const untrue = allergy({ text: 'Penicillin' }, { verificationStatus: coded(code) });
      expect(facts({ allergies: [untrue] }).allergies).toEqual([]);
    }
    expect(facts({ allergies: [allergy({ text: 'Penicillin' })] }).allergies).toHaveLength(1);
  });

  it.each([
    'No known allergies',
    'No known drug allergies',
    'NKDA',
    'No known allergies to medications',
    'Không có tiền sử dị ứng',
    'Không dị ứng thuốc.',
    'khong di ung thuoc',
    'Không ghi nhận dị ứng',
  ])('are denied by "%s"', (text) => {
    expect(facts({ allergies: [allergy({ text })] })).toMatchObject({
      says_no_allergies: true,
      allergies: [],
    });
  });

  it.each([
    'No known allergy to latex',
    'No known latex allergy',
    'No known food allergies',
    'No known allergies except penicillin',
    'Không dị ứng hải sản',
    'Không dị ứng thuốc penicillin',
  ])('are not denied by "%s"', (text) => {
    expect(deniesAllergies(text)).toBe(false);
  });

  it.each(['716186003', '409137002'])('are denied by the code %s', (code) => {
    expect(facts({ allergies: [allergy(coded(code))] }).says_no_allergies).toBe(true);
  });
});

it('passes on what was not read whole', () => {
  expect(facts({ incomplete: ['AllergyIntolerance'] }).incomplete).toEqual(['AllergyIntolerance']);
});

describe('the weight of a chart', () => {
  it.each([
    [16, 'kg', 16],
    [3_500, 'g', 3.5],
    [100, '[lb_av]', 45.359],
    [100, 'lb', 45.359],
    [10, 'stone', null],
    [10, '', null],
  ])('of %d %s is %s kg', (value, unit, kg) => {
    expect(facts({ observations: [weighed(value, unit)] }).weight_kg).toBe(kg);
  });

  it('is the newest that was not recorded in error, and gets old', () => {
    const wrong = { ...weighed(160, 'kg'), status: 'entered-in-error' as const };
    const old = weighed(15, 'kg', '2026-03-01');
    expect(facts({ observations: [wrong, old] })).toMatchObject({ weight_kg: 15, weight_is_old: true });
    expect(facts({ observations: [weighed(16, 'kg'), old] })).toMatchObject({
      weight_kg: 16,
      weight_is_old: false,
    });
  });
});
