import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkPrescription } from './check-prescription.ts';
import { createDrugBook } from './drug-book.ts';
import type { PatientFacts } from './patient-facts.ts';
import { readDosage } from './read-dosage.ts';
import { loadSafetyTables } from './safety-tables.ts';

const tables = loadSafetyTables(fileURLToPath(new URL('../../../knowledge/drug-safety', import.meta.url)));
const book = createDrugBook(tables);

const HEALTHY: PatientFacts = {
  age_years: 45,
  sex: 'male',
  weight_kg: 70,
  egfr: { value: 95, date: '2026-10-01', reference: 'Observation/1', computed: false },
  pregnancy: null,
  lactation: null,
  medication: [],
  allergies: [],
  says_no_allergies: true,
};
const entry = (text: string) => ({ text, reference: `X/${text}` });

function check(
  medication: string,
  dosage: string,
  facts: Partial<PatientFacts> = {},
  language: 'en' | 'vi' = 'en',
) {
  const input = { dosage: readDosage(dosage), facts: { ...HEALTHY, ...facts }, tables, book, language };
  return checkPrescription({ medication, ...input });
}
const brief = (...args: Parameters<typeof check>) =>
  check(...args).map(({ check: name, severity }) => `${name}: ${severity}`);

describe('the safety checks of a prescription', () => {
  it('find nothing against an ordinary one, everything being known', () => {
    expect(check('amoxicillin', '500 mg three times a day by mouth')).toEqual([]);
  });

  it.each([
    ['the drug itself', 'amoxicillin', 'Amoxicillin', 'contraindicated'],
    ['its class', 'amoxicillin', 'Penicillin', 'contraindicated'],
    ['its class, in Vietnamese without marks', 'co-amoxiclav', 'di ung penicillin', 'contraindicated'],
    ['what shares its side chain', 'cefalexin', 'Ampicillin', 'major'],
  ])('see an allergy to %s', (_, drug, allergy, severity) => {
    const findings = check(drug, '500 mg twice a day', {
      allergies: [entry(allergy)],
      says_no_allergies: false,
    });
    expect(findings[0]).toMatchObject({ check: 'allergy', severity });
    expect(findings[0]?.evidence[0]?.reference).toBe(`X/${allergy}`);
  });

  it('do not see an allergy where there is none', () => {
    const facts = { allergies: [entry('Peanut')], says_no_allergies: false };
    expect(brief('amoxicillin', '500 mg three times a day', facts)).toEqual([]);
  });

  it('say that unrecorded allergies are not "none"', () => {
    expect(brief('amoxicillin', '500 mg three times a day', { says_no_allergies: false })).toEqual([
      'missing-data: unknown',
    ]);
  });

  it('see interactions in both directions, by class and by brand', () => {
    const on = (text: string) => ({ medication: [entry(text)] });
    expect(brief('ibuprofen', '400 mg three times a day', on('warfarin'))).toContain('interaction: major');
    expect(brief('warfarin', '5 mg once a day', on('ibuprofen'))).toContain('interaction: major');
    expect(brief('sildenafil', '50 mg once a day', on('isosorbide mononitrate'))).toContain(
      'interaction: contraindicated',
    );
    expect(brief('amoxicillin', '500 mg three times a day', on('amlodipine 10 mg'))).toEqual([]);
  });

  it('say which active drug they do not know', () => {
    expect(check('ibuprofen', '400 mg three times a day', { medication: [entry('xyzumab')] })).toMatchObject([
      { check: 'interaction', severity: 'unknown', message: expect.stringContaining('xyzumab') },
    ]);
  });

  it('see the same drug, and another of its class', () => {
    expect(brief('lisinopril', '10 mg once a day', { medication: [entry('lisinopril')] })).toContain(
      'duplicate: major',
    );
    expect(brief('enalapril', '10 mg once a day', { medication: [entry('lisinopril')] })).toContain(
      'duplicate: moderate',
    );
  });

  it('see what the kidneys forbid, by the lowest threshold that is passed', () => {
    const at = (value: number) => ({ egfr: { value, date: '2026-10-01', reference: 'o', computed: true } });
    expect(brief('metformin', '500 mg twice a day', at(25))).toContain('renal: contraindicated');
    expect(brief('metformin', '500 mg twice a day', at(40))).toContain('renal: major');
    expect(brief('metformin', '500 mg twice a day', at(80))).toEqual([]);
    expect(brief('metformin', '500 mg twice a day', { egfr: null })).toEqual(['renal: unknown']);
  });

  it('see pregnancy and nursing, and that neither is known', () => {
    const woman = { sex: 'female' as const, age_years: 30 };
    const pregnant = { ...woman, pregnancy: entry('Pregnancy, 22 weeks') };
    expect(brief('lisinopril', '10 mg once a day', pregnant)).toContain('pregnancy: contraindicated');
    expect(brief('lisinopril', '10 mg once a day', woman)).toContain('pregnancy: unknown');
    expect(brief('lisinopril', '10 mg once a day', { ...woman, age_years: 70 })).toEqual([]);
    const nursing = { ...woman, lactation: entry('Breastfeeding') };
    expect(brief('lithium carbonate', '400 mg twice a day', nursing).join()).toContain('lactation');
  });

  it('see age: too young, and old', () => {
    expect(brief('doxycycline', '100 mg once a day', { age_years: 5, weight_kg: 18 }).join()).toContain(
      'age',
    );
    expect(brief('diazepam', '5 mg once a day', { age_years: 82 })).toContain('age: major');
    expect(brief('diazepam', '5 mg once a day', { age_years: null })).toContain('age: unknown');
  });

  it('see a dose outside the usual range, by weight for a child', () => {
    expect(brief('paracetamol', '2 g four times a day')).toEqual(['dose: major', 'dose: major']);
    expect(brief('paracetamol', '1 g every 6 hours')).toEqual([]);
    const child = { age_years: 4, weight_kg: 16 };
    expect(brief('ibuprofen', '400 mg three times a day', child)).toContain('dose: major');
    expect(brief('ibuprofen', '150 mg three times a day', child)).toEqual([]);
    expect(brief('ibuprofen', '150 mg three times a day', { ...child, weight_kg: null })).toContain(
      'dose: unknown',
    );
    expect(brief('paracetamol', 'some now and then')).toEqual(['dose: unknown']);
  });

  it('do not take a drug that no table knows for a safe one', () => {
    expect(check('xyzumab', '10 mg once a day')).toMatchObject([
      { check: 'missing-data', severity: 'major' },
    ]);
  });

  it('speak Vietnamese', () => {
    const [finding] = check('ibuprofen', '400 mg ngày 3 lần', { medication: [entry('warfarin')] }, 'vi');
    expect(finding?.message).toMatch(/^Với warfarin: .*chảy máu/u);
  });

  it('put the worst first', () => {
    const facts = {
      egfr: { value: 20, date: '2026-10-01', reference: 'o', computed: false },
      says_no_allergies: false,
    };
    const severities = check('metformin', '500 mg twice a day', facts).map(({ severity }) => severity);
    expect(severities).toEqual(['contraindicated', 'unknown']);
  });
});

describe('readDosage', () => {
  it.each([
    ['500 mg three times a day by mouth', 500, 3, 'oral'],
    ['0.5 g bd po', 500, 2, 'oral'],
    ['1 g IV every 8 hours', 1_000, 3, 'iv'],
    ['250 mcg inhaled twice daily', 0.25, 2, 'inhaled'],
    ['500 mg ngày 3 lần, uống', 500, 3, 'oral'],
    ['uống 1 g mỗi 6 giờ', 1_000, 4, 'oral'],
    ['10 mg daily', 10, 1, null],
    ['15 mg once a week', 15, null, null],
    ['5 mg/kg', null, null, null],
    ['as directed', null, null, null],
  ])('reads %j', (text, single_mg, per_day, route) => {
    expect(readDosage(text)).toEqual({ single_mg, per_day, route });
  });
});

describe('the tables', () => {
  it('name only drugs, classes and sources that are there', () => {
    const classes = new Set(tables.classes.map((row) => row.class));
    const known = (name: string) => classes.has(name) || book.find(name) !== null;
    const spoken = [
      ...tables.interactions.flatMap(({ a, b }) => [a, b]),
      ...tables.allergies.map(({ to }) => to),
      ...tables.renal.map(({ drug }) => drug),
      ...[...tables.pregnancy, ...tables.age].map((row) => ('drug' in row ? row.drug : row.class)),
      ...tables.doses.map(({ drug }) => drug),
    ];
    expect(spoken.filter((name) => !known(name))).toEqual([]);
    const keys = [
      tables.classes,
      tables.allergies,
      tables.interactions,
      tables.renal,
      tables.pregnancy,
      tables.age,
      tables.doses,
    ].flatMap((rows) => rows.map(({ source }) => source));
    expect(keys.filter((key) => !tables.sources.has(key))).toEqual([]);
  });
});
