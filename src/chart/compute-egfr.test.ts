import type { Observation } from '@medplum/fhirtypes';
import { describe, expect, it } from 'vitest';
import { yearsAt } from './chart-dates.ts';
import { computeEgfr } from './egfr.ts';
import { readSamplePatients } from './load-sample-patients.ts';
import { SAMPLE_PATIENTS } from './testing/sample-folder.ts';

describe('the estimated filtration rate', () => {
  it.each([
    // Worked out by hand from the published equation.
    [{ creatinine: 1.0, unit: 'mg/dL', ageYears: 50, gender: 'female' }, 69],
    [{ creatinine: 1.0, unit: 'mg/dL', ageYears: 50, gender: 'male' }, 92],
    [{ creatinine: 0.6, unit: 'mg/dL', ageYears: 30, gender: 'female' }, 124],
    [{ creatinine: 88.4, unit: 'µmol/L', ageYears: 50, gender: 'male' }, 92],
    [{ creatinine: 88.4, unit: 'umol/L', ageYears: 50, gender: 'male' }, 92],
  ] as const)('%j is %i', (input, egfr) => {
    expect(computeEgfr(input)).toBe(egfr);
  });

  it.each([
    { creatinine: 0.4, unit: 'mg/dL', ageYears: 17, gender: 'male' },
    { creatinine: 1, unit: 'mmol/L', ageYears: 50, gender: 'male' },
    { creatinine: 0, unit: 'mg/dL', ageYears: 50, gender: 'male' },
    { creatinine: Number.NaN, unit: 'mg/dL', ageYears: 50, gender: 'male' },
  ] as const)('is not computed for %j', (input) => {
    expect(computeEgfr(input)).toBeNull();
  });

  it('agrees with every one that the sample charts give beside a creatinine', async () => {
    const resources = await readSamplePatients(SAMPLE_PATIENTS);
    const values = (code: string) =>
      resources.filter(
        (one): one is Observation & { id: string } =>
          one.resourceType === 'Observation' && one.code.coding?.[0]?.code === code,
      );
    let compared = 0;
    for (const given of values('98979-8')) {
      const sample = values('2160-0').find(
        (one) =>
          one.subject?.reference === given.subject?.reference &&
          one.effectiveDateTime === given.effectiveDateTime,
      );
      const patient = resources.find((one) => `Patient/${one.id}` === given.subject?.reference);
      if (sample === undefined || patient?.resourceType !== 'Patient') continue;
      const { gender, birthDate = '' } = patient;
      if (gender !== 'female' && gender !== 'male') continue;
      compared += 1;
      const computed = computeEgfr({
        creatinine: sample.valueQuantity?.value ?? 0,
        unit: sample.valueQuantity?.unit ?? '',
        ageYears: yearsAt(birthDate, (sample.effectiveDateTime ?? '').slice(0, 10)) ?? 0,
        gender,
      });
      expect([given.id, computed]).toEqual([given.id, given.valueQuantity?.value]);
    }
    expect(compared).toBeGreaterThan(25);
  });
});
