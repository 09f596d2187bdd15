import { describe, expect, it } from 'vitest';
import type { ChartParts } from '../../chart.port.ts';
import { deniesAllergies } from './allergy-words.ts';
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

describe('the medication of a chart', () => {
  const prescribed = (more: Partial<ChartParts['medicationRequests'][number]>) => ({
    resourceType: 'MedicationRequest' as const,
    id: 'm',
    // A cast, because charts come without a status although FHIR wants one.
    status: undefined as unknown as 'active',
    intent: 'order' as const,
    subject: {},
    ...more,
  });
  const stated = (more: Partial<ChartParts['medicationStatements'][number]>) => ({
    resourceType: 'MedicationStatement' as const,
    id: 's',
    status: 'active' as const,
    subject: {},
    medicationCodeableConcept: { text: 'warfarin' },
    ...more,
  });

  it('counts a prescription without a status as current, and none that is over', () => {
    const medicationCodeableConcept = { text: 'warfarin' };
    expect(facts({ medicationRequests: [prescribed({ medicationCodeableConcept })] }).medication).toEqual([
      { text: 'warfarin', reference: 'MedicationRequest/m' },
    ]);
    for (const status of ['stopped', 'completed', 'cancelled', 'draft', 'entered-in-error'] as const) {
      const over = prescribed({ medicationCodeableConcept, status });
      expect(facts({ medicationRequests: [over] }).medication).toEqual([]);
    }
  });

  it('reads what is stated to be taken', () => {
    expect(facts({ medicationStatements: [stated({})] }).medication).toEqual([
      { text: 'warfarin', reference: 'MedicationStatement/s' },
    ]);
    for (const status of ['not-taken', 'stopped', 'completed', 'entered-in-error', 'intended'] as const) {
      expect(facts({ medicationStatements: [stated({ status })] }).medication).toEqual([]);
    }
  });

  it('names a medicine by what is contained, by its display, by its code, or not at all', () => {
    const name = (more: Partial<ChartParts['medicationRequests'][number]>) =>
      facts({ medicationRequests: [prescribed(more)] }).medication[0];
    expect(
      name({
        medicationReference: { reference: '#d' },
        contained: [{ resourceType: 'Medication', id: 'd', code: { text: 'digoxin' } }],
      })?.text,
    ).toBe('digoxin');
    expect(name({ medicationReference: { reference: 'Medication/9', display: 'lithium' } })?.text).toBe(
      'lithium',
    );
    expect(name({ medicationCodeableConcept: coded('11289') })?.text).toBe('11289');
    expect(name({ medicationReference: { reference: 'Medication/9' } })).toMatchObject({
      text: 'Medication/9',
      unnamed: true,
    });
  });
});

describe('the reactions of a chart', () => {
  const reacting = (text: string, more: Partial<ChartParts['allergies'][number]> = {}) =>
    facts({
      allergies: [allergy({ text: 'Penicillin' }, { reaction: [{ manifestation: [{ text }] }], ...more })],
    }).allergies[0];

  it.each([
    ['Stevens-Johnson syndrome', 'severe-skin'],
    ['Toxic epidermal necrolysis', 'severe-skin'],
    ['DRESS', 'severe-skin'],
    ['SJS/TEN', 'severe-skin'],
    ['Hoại tử thượng bì nhiễm độc', 'severe-skin'],
    ['Anaphylaxis', 'anaphylaxis'],
    ['Sốc phản vệ', 'anaphylaxis'],
    ['Angioedema', 'anaphylaxis'],
    ['Urticaria', undefined],
    ['Rash under a dressing', undefined],
  ])('are grave with "%s": %s', (text, graveness) => {
    expect(reacting(text)).toMatchObject({ reaction: text });
    expect(reacting(text)?.graveness).toBe(graveness);
  });

  it('are grave by their code, their description, their severity and their criticality', () => {
    expect(reacting('x', { reaction: [{ manifestation: [coded('39579001')] }] })?.graveness).toBe(
      'anaphylaxis',
    );
    const told = { reaction: [{ manifestation: [{ text: 'Rash' }], description: 'SJS on day 8' }] };
    expect(reacting('x', told)?.graveness).toBe('severe-skin');
    expect(reacting('Rash', { criticality: 'high' })?.graveness).toBe('severe');
  });

  it('belong to an allergy that is named by its code where it has no words', () => {
    expect(facts({ allergies: [allergy(coded('91936005'))] }).allergies[0]?.text).toBe('91936005');
    const shown = { coding: [{ code: '7980', display: 'Penicillin G' }] };
    expect(facts({ allergies: [allergy(shown)] }).allergies[0]?.text).toBe('Penicillin G');
  });
});

describe('the weeks of a pregnancy', () => {
  const pregnant = { conditions: [condition('Pregnancy')] };
  const weeks = (code: string, value: number, date: string, unit = 'weeks') =>
    observed(code, date, { valueQuantity: { value, unit } });
  const stage = (observations: ChartParts['observations']) => {
    const { weeks: week, trimester } = facts({ ...pregnant, observations }).pregnancy ?? {};
    return [week, trimester];
  };

  it.each(['11885-1', '18185-9', '11884-4', '49051-6'])('are counted on from %s', (code) => {
    expect(stage([weeks(code, 22, '2026-10-25')])).toEqual([23, 2]);
    expect(stage([weeks(code, 22, '2026-09-01')])).toEqual([30, 3]);
    expect(stage([weeks(code, 154, '2026-10-31', 'd')])).toEqual([22, 2]);
  });

  it('come from the newest, and from none of an earlier pregnancy', () => {
    expect(stage([weeks('11885-1', 9, '2026-08-11'), weeks('11885-1', 20, '2026-10-31')])).toEqual([20, 2]);
    expect(stage([weeks('11885-1', 20, '2024-10-31')])).toEqual([undefined, null]);
    expect(stage([observed('8665-2', '2026-08-01', { valueDateTime: '2026-07-05' })])).toEqual([17, 2]);
  });
});

describe('the kidneys of a chart', () => {
  const creatinine = (date: string) =>
    observed('2160-0', date, { valueQuantity: { value: 0.58, unit: 'mg/dL' } });

  it('are old after a year', () => {
    expect(facts({ observations: [creatinine('2025-10-31')] }).egfr?.is_old).toBe(true);
    expect(facts({ observations: [creatinine('2025-12-01')] }).egfr?.is_old).toBe(false);
  });

  it('keep the creatinine that gives no eGFR', () => {
    const { egfr, creatinine: kept } = facts({
      observations: [creatinine('2026-10-01')],
      conditions: [condition('Pregnancy')],
    });
    expect(egfr).toBeNull();
    expect(kept).toEqual({ text: '0.58 mg/dL (2026-10-01)', reference: 'Observation/o-2026-10-01' });
  });
});

describe('the conditions of a chart', () => {
  it('are those that stand, those that are over, and what a newest value shows', () => {
    const potassium = (value: number, date: string) =>
      observed('2823-3', date, { valueQuantity: { value, unit: 'mmol/L' } });
    const found = facts({
      conditions: [
        condition('Asthma', { code: { text: 'Asthma', coding: [{ code: 'J45.9' }] } }),
        condition('Gastric ulcer', { clinicalStatus: coded('resolved') }),
        condition('Gout', { verificationStatus: coded('refuted') }),
      ],
      observations: [potassium(4.2, '2026-01-01'), potassium(6.1, '2026-10-20')],
    }).conditions;
    expect(found.map(({ text, is_past }) => [text, is_past])).toEqual([
      ['Asthma', false],
      ['Gastric ulcer', true],
      [expect.stringContaining('hyperkalaemia'), false],
    ]);
    expect(found[0]?.codes).toEqual(['J45.9']);
    expect(facts({ observations: [potassium(6.1, '2026-05-01')] }).conditions).toEqual([]);
  });

  it('are a low platelet count, too, in any of its units', () => {
    const platelets = (value: number, unit: string) =>
      facts({ observations: [observed('777-3', '2026-10-20', { valueQuantity: { value, unit } })] });
    for (const unit of ['10*9/L', '10*3/uL', 'G/L'])
      expect(platelets(42, unit).conditions[0]?.text).toContain('thrombocytopenia');
    expect(platelets(180, '10*9/L').conditions).toEqual([]);
  });
});
