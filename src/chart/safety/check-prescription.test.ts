import { describe, expect, it } from 'vitest';
import { checkPrescription } from './check-prescription.ts';
import type { PatientFacts } from './facts/patient-facts.ts';
import { stageSaid } from './facts/pregnancy-facts.ts';
import { aboutOf } from './make-finding.ts';
import { readDosage } from './read-dosage.ts';
import { BOOK as book, HEALTHY, TABLES as tables } from './testing/facts.ts';

const entry = (text: string) => ({ text, reference: `X/${text}` });

function check(
  medication: string,
  dosage: string,
  facts: Partial<PatientFacts> = {},
  language: 'en' | 'vi' = 'en',
) {
  const input = { dosage: readDosage(dosage), facts: { ...HEALTHY, ...facts }, tables, book, language };
  const findings = checkPrescription({ medication, ...input });
  // Every list ends with what is never checked; the tests are about the rest.
  expect(findings.at(-1)).toMatchObject({ check: 'missing-data', severity: 'info' });
  return findings.slice(0, -1);
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

  it('ask for a reason where an active drug is not known, as for an ordered one', () => {
    expect(check('ibuprofen', '400 mg three times a day', { medication: [entry('xyzumab')] })).toMatchObject([
      { check: 'interaction', severity: 'major', message: expect.stringContaining('xyzumab') },
    ]);
  });

  it.each([
    ['simvastatin', '40 mg once daily', { text: 'amlodipine' }, 'major'],
    ['simvastatin', '20 mg once daily', { text: 'amlodipine' }, 'moderate'],
    ['amlodipine', '5 mg once daily', { text: 'simvastatin', dosage: '40 mg at night' }, 'major'],
    ['amlodipine', '5 mg once daily', { text: 'Simvastatin 10 mg' }, 'moderate'],
    ['amlodipine', '5 mg once daily', { text: 'simvastatin' }, 'moderate'],
    ['dolutegravir', '50 mg once daily', { text: 'metformin', dosage: '1 g twice a day' }, 'major'],
  ])('grades %s %s beside %j by the dose: %s', (drug, dose, taken, severity) => {
    const medication = [{ reference: 'MedicationRequest/1', ...taken }];
    const [found] = check(drug, dose, { medication }).filter((one) => one.check === 'interaction');
    expect(found?.severity).toBe(severity);
    expect(/is above the \d+ mg/u.test(found?.message ?? '')).toBe(severity === 'major');
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
    const at = (value: number) => ({
      egfr: { value, date: '2026-10-01', reference: 'o', computed: true, is_old: false },
    });
    expect(brief('metformin', '500 mg twice a day', at(25))).toContain('renal: contraindicated');
    expect(brief('metformin', '500 mg twice a day', at(40))).toContain('renal: major');
    expect(brief('metformin', '500 mg twice a day', at(80))).toEqual([]);
    expect(brief('metformin', '500 mg twice a day', { egfr: null })).toEqual(['renal: unknown']);
  });

  it('do not trust an old eGFR in silence, nor call a recorded creatinine missing', () => {
    const at = (value: number) => ({
      egfr: { value, date: '2015-03-01', reference: 'o', computed: false, is_old: true },
    });
    expect(brief('metformin', '500 mg twice a day', at(25))).toEqual([
      'renal: contraindicated',
      'renal: unknown',
    ]);
    const [old] = check('metformin', '500 mg twice a day', at(80));
    expect(old).toMatchObject({ check: 'renal', severity: 'unknown' });
    expect(old?.message).toContain('2015-03-01');
    const [unusable] = check('metformin', '500 mg twice a day', {
      egfr: null,
      creatinine: entry('0.7 mg/dL'),
    });
    expect(unusable?.message).toContain('recorded creatinine, 0.7 mg/dL');
  });

  it('see NSAIDs below an eGFR of 60, and worse beside an ACE inhibitor or a diuretic', () => {
    const at = (value: number, ...medication: string[]) => ({
      egfr: { value, date: '2026-10-01', reference: 'o', computed: false, is_old: false },
      medication: medication.map(entry),
    });
    const renal = (...args: Parameters<typeof at>) =>
      brief('ibuprofen', '400 mg three times a day', at(...args)).filter((one) => one.startsWith('renal'));
    expect(renal(70, 'lisinopril')).toEqual([]);
    expect(renal(50)).toEqual(['renal: moderate']);
    expect(renal(50, 'lisinopril')).toEqual(['renal: major']);
    expect(renal(50, 'furosemide')).toEqual(['renal: major']);
    expect(renal(25)).toEqual(['renal: major']);
  });

  it('see three drugs that together harm the kidneys, whichever comes last', () => {
    const on = (...medication: string[]) => ({ medication: medication.map(entry) });
    const order = ['ibuprofen', '400 mg three times a day'] as const;
    expect(brief(...order, on('lisinopril'))).not.toContain('interaction: major');
    expect(brief(...order, on('lisinopril', 'furosemide'))).toContain('interaction: major');
    expect(brief('furosemide', '40 mg once a day', on('losartan', 'naproxen'))).toContain(
      'interaction: major',
    );
    expect(brief('furosemide', '40 mg once a day', on('losartan'))).not.toContain('interaction: major');
  });

  it('tell the kidneys of aciclovir by mouth from those of aciclovir into a vein', () => {
    const egfr = { value: 40, date: '2026-10-01', reference: 'o', computed: false, is_old: false };
    expect(brief('aciclovir', '400 mg three times a day by mouth', { egfr })).toEqual([]);
    expect(brief('aciclovir', '350 mg every 8 hours iv', { egfr })).toEqual(['renal: major']);
  });

  it('name a medication that the chart names only by reference', () => {
    const medication = [{ text: 'Medication/9', reference: 'MedicationRequest/1', unnamed: true as const }];
    expect(check('ibuprofen', '400 mg three times a day', { medication })).toMatchObject([
      {
        check: 'interaction',
        severity: 'major',
        message: expect.stringMatching(/only by reference \(Medication\/9\)/u),
      },
    ]);
  });

  it.each([
    ['pioglitazone', '30 mg once a day', 'Suy tim', 'contraindicated'],
    ['propranolol', '40 mg twice a day', 'Hen phế quản', 'contraindicated'],
    ['metoclopramide', '10 mg three times a day by mouth', 'Parkinson’s disease', 'contraindicated'],
    ['primaquine', '15 mg once a day', 'Thiếu men G6PD', 'contraindicated'],
    ['solifenacin', '5 mg once a day', 'Glôcôm góc đóng', 'contraindicated'],
    ['haloperidol', '2 mg once a day by mouth', 'Long QT syndrome', 'contraindicated'],
    [
      'ibuprofen',
      '400 mg three times a day',
      'Sốt xuất huyết Dengue có dấu hiệu cảnh báo',
      'contraindicated',
    ],
    ['aspirin', '81 mg once a day', 'Dengue fever', 'contraindicated'],
    ['apixaban', '5 mg twice a day', 'Xuất huyết não', 'contraindicated'],
    ['apixaban', '5 mg twice a day', 'Tiền sử xuất huyết não', 'major'],
    ['alteplase', '50 mg once iv', 'History of intracranial haemorrhage', 'contraindicated'],
    ['enoxaparin', '60 mg twice a day sc', 'Thrombocytopenia', 'major'],
    ['rivaroxaban', '20 mg once a day', 'Van hai lá cơ học', 'contraindicated'],
    ['carbamazepine', '200 mg twice a day', 'HLA-B*15:02 positive', 'contraindicated'],
  ])('see %s (%s) in %s', (drug, dosage, condition, severity) => {
    const conditions = [{ text: condition, reference: 'c', codes: [], is_past: false }];
    expect(brief(drug, dosage, { conditions })).toContain(`condition: ${severity}`);
  });

  it.each([
    ['pioglitazone', 'Family history of heart failure'],
    ['propranolol', 'No history of asthma'],
    ['ethinylestradiol', 'Migraine without aura'],
    ['haloperidol', 'Wolff-Parkinson-White syndrome'],
    ['carbamazepine', 'HLA-B*15:02 negative'],
    ['rivaroxaban', 'Bioprosthetic aortic valve'],
    ['ibuprofen', 'Vắc xin sốt xuất huyết năm 2025'],
  ])('do not see %s in "%s"', (drug, condition) => {
    const conditions = [{ text: condition, reference: 'c', codes: [], is_past: false }];
    expect(brief(drug, '2 mg once a day by mouth', { conditions }).join()).not.toContain('condition');
  });

  it('know a condition by its code alone', () => {
    const conditions = [{ text: 'J45.9', reference: 'c', codes: ['J45.9'], is_past: false }];
    expect(brief('timolol', '10 mg twice a day', { conditions })).toContain('condition: contraindicated');
  });

  it('see pregnancy and nursing, and that neither is known', () => {
    const woman = { sex: 'female' as const, age_years: 30 };
    const pregnant = {
      ...woman,
      pregnancy: { ...entry('Pregnancy, 22 weeks'), ...stageSaid('Pregnancy, 22 weeks') },
    };
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
    expect(brief('paracetamol', '2 g four times a day by mouth')).toEqual(['dose: major', 'dose: major']);
    expect(brief('paracetamol', '1 g every 6 hours by mouth')).toEqual([]);
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

  it('see every substance of a combination', () => {
    const pregnant = {
      sex: 'female' as const,
      age_years: 30,
      pregnancy: { ...entry('Pregnancy, 22 weeks'), ...stageSaid('Pregnancy, 22 weeks') },
    };
    expect(brief('hydrochlorothiazide and lisinopril', '20 mg once a day', pregnant)).toContain(
      'pregnancy: contraindicated',
    );
    const allergic = { allergies: [entry('Codeine')], says_no_allergies: false };
    expect(brief('paracetamol and codeine', '500 mg four times a day', allergic)[0]).toBe(
      'allergy: contraindicated',
    );
    expect(
      brief('trimethoprim sulfamethoxazole', '960 mg twice a day', {
        allergies: [entry('Sulfonamide antibiotics')],
        says_no_allergies: false,
      })[0],
    ).toBe('allergy: contraindicated');
    expect(
      brief('ibuprofen', '400 mg three times a day', { medication: [entry('paracetamol + warfarin 5 mg')] }),
    ).toContain('interaction: major');
  });

  it('name the part of a prescription, and of an active drug, that no table knows', () => {
    const [first] = check('paracetamol/xyzumab', '500 mg twice a day');
    expect(first).toMatchObject({ check: 'missing-data', severity: 'major' });
    expect(first?.message).toContain('"xyzumab"');
    expect(
      check('ibuprofen', '400 mg three times a day', { medication: [entry('amlodipine + xyzumab')] }),
    ).toMatchObject([
      { check: 'interaction', severity: 'major', message: expect.stringContaining('with xyzumab') },
    ]);
  });

  it('say of a combination once what is true of both, and that its dose cannot be told apart', () => {
    expect(brief('paracetamol and codeine', '500 mg four times a day', { says_no_allergies: false })).toEqual(
      ['missing-data: unknown', 'dose: unknown'],
    );
    expect(brief('lisinopril and hydrochlorothiazide', '900 mg once a day')).toContain('dose: major');
  });

  it.each([
    ['ibuprofen', 'Anaphylaxis after Ibuprofen in 2019', 'allergy: contraindicated'],
    ['simvastatin', 'Statins (muscle pain)', 'allergy: contraindicated'],
    ['simvastatin', 'Dị ứng thuốc statin', 'allergy: contraindicated'],
    ['tramadol', 'Di ung tramadol nang', 'allergy: contraindicated'],
    ['ibuprofen', 'the blue tablets from 2003', 'allergy: unknown'],
    ['ibuprofen', 'Latex and xyzumab', 'allergy: unknown'],
  ])('read for %s the allergy "%s"', (drug, allergy, expected) => {
    const facts = { allergies: [entry(allergy)], says_no_allergies: false };
    expect(brief(drug, '40 mg once a day', facts)).toContain(expected);
  });

  it.each(['Latex', 'Peanuts (anaphylaxis)', 'House dust mites', 'Phấn hoa', 'Dị ứng hải sản', 'lông mèo'])(
    'leave alone the allergy to %s, which is no drug',
    (allergy) => {
      const facts = { allergies: [entry(allergy)], says_no_allergies: false };
      expect(brief('amoxicillin', '500 mg three times a day', facts)).toEqual([]);
    },
  );

  it('do not take "non-opioid" for "opioid"', () => {
    const facts = {
      allergies: [entry('Non-dihydropyridine calcium channel blockers')],
      says_no_allergies: false,
    };
    expect(brief('amlodipine', '5 mg once a day', facts)).toEqual([]);
  });

  it('compare a drug that no table knows with the chart by its name', () => {
    const facts = {
      allergies: [entry('Reaction to Xyzumab')],
      medication: [entry('xyzumab 10 mg')],
      says_no_allergies: false,
    };
    expect(brief('Xyzumab 20 mg', '20 mg once a day', facts)).toEqual([
      'allergy: contraindicated',
      'missing-data: major',
      'duplicate: major',
    ]);
  });

  it('say what the chart holds more of than was read', () => {
    const incomplete = [
      'Patient',
      'AllergyIntolerance',
      'MedicationRequest',
      'Condition',
      'Observation',
    ] as const;
    const findings = check('amoxicillin', '500 mg three times a day', { incomplete });
    expect(
      findings.map(({ severity, message }) => [severity, /more (\w+) than/u.exec(message)?.[1]]),
    ).toEqual([
      ['major', 'allergies'],
      ['major', 'medication'],
      ['major', 'conditions'],
      ['major', 'observations'],
    ]);
    expect(brief('xyzumab', '1 mg', { incomplete: ['Condition'] })).toHaveLength(2);
  });

  it('do not dose by an old weight, nor without an age, in silence', () => {
    const child = { age_years: 4, weight_kg: 16, weight_is_old: true };
    expect(brief('ibuprofen', '150 mg three times a day', child)).toEqual(['dose: unknown']);
    expect(brief('ibuprofen', '400 mg three times a day', child)).toEqual(['dose: major', 'dose: unknown']);
    expect(brief('paracetamol', '1 g every 6 hours', { age_years: null })).toContain('dose: unknown');
    expect(brief('paracetamol', '1 g every 6 hours by mouth', { weight_is_old: true })).toEqual([]);
  });

  it('speak Vietnamese', () => {
    const [finding] = check('ibuprofen', '400 mg ngày 3 lần', { medication: [entry('warfarin')] }, 'vi');
    expect(finding?.message).toMatch(/^Với warfarin: .*chảy máu/u);
  });

  it('put the worst first', () => {
    const facts = {
      egfr: { value: 20, date: '2026-10-01', reference: 'o', computed: false, is_old: false },
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
    ['as directed', null, null, null],
    ['5,000 mg once a day', 5_000, 1, null],
    ['5.000 mg once a day', 5_000, 1, null],
    ['0,5 g twice a day', 500, 2, null],
    ['0.125 mg once a day', 0.125, 1, null],
    ['1.000 g once a day', null, 1, null],
    ['2 x 500 mg bd', 1_000, 2, null],
    ['3 tablets of 500 mg three times a day', 1_500, 3, 'oral'],
    ['2 viên 500 mg ngày 3 lần', 1_000, 3, 'oral'],
    ['1 g (2 tablets of 500 mg) twice daily', 1_000, 2, 'oral'],
    ['1500 mg (3 tablets) once a day', null, 1, 'oral'],
    ['500 mg or 1 g once a day', null, 1, null],
    ['500-1000 mg once a day', null, 1, null],
    ['20/12.5 mg once a day', null, 1, null],
    ['500 mg in the morning and 250 mg at night', null, 2, null],
    ['500 mg in the morning and at night', 500, 2, null],
    ['500 mg buổi sáng và buổi tối', 500, 2, null],
    ['500 mg in the morning or at night', 500, null, null],
    ['500 mg three times a day, in the morning and at night', 500, null, null],
    ['500 mg twice a day, every 8 hours', 500, null, null],
    ['500 mg hàng ngày trong 5 ngày', 500, 1, null],
    ['500 mg daily for 7 days', 500, 1, null],
    ['500 mg for 7 days', 500, null, null],
    ['500 mg x 3 lần/ngày x 7 ngày', 500, 3, null],
    ['1500 mg a day in three divided doses', null, null, null],
    ['15 mg once a week in the morning', 15, null, null],
    ['500 mg x 2', null, null, null],
    ['40 mg by mouth once a day in the morning', 40, 1, 'oral'],
    ['10 mg mỗi ngày một lần', 10, 1, null],
    ['500 mg every 0 hours', 500, null, null],
  ])('reads %j', (text, single_mg, per_day, route) => {
    const amount = single_mg === null ? null : { value: single_mg, unit: 'mg' };
    expect(readDosage(text)).toMatchObject({ amount, per_day, route });
  });

  it('reads hostile texts in linear time', () => {
    for (const part of ['1', '1,', '1 x ', '5 mg ', 'ngày ', '1 viên ', ' ', 'for 1 ', '1-']) {
      expect(readDosage(part.repeat(50_000)).route).toBeDefined();
    }
  });
});

describe('the tables', () => {
  it('name only drugs, classes and sources that are there', () => {
    const classes = new Set(tables.classes.map((row) => row.class));
    const known = (name: string) => classes.has(name) || book.resolve(name).drugs.length > 0;
    const spoken = [
      ...tables.interactions.flatMap(({ a, b }) => [a, b]),
      ...tables.allergies.map(({ to }) => to),
      ...[
        ...tables.renal,
        ...tables.pregnancy,
        ...tables.age,
        ...tables.administration,
        ...tables.diseases,
        ...tables.highAlert,
      ].map(aboutOf),
      ...tables.renal.flatMap(({ with_class = [] }) => with_class),
      ...tables.allergyWords.flatMap(({ means }) => means),
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
      tables.administration,
      tables.diseases,
      tables.highAlert,
      tables.allergyWords,
      tables.conditions,
    ].flatMap((rows) => rows.map(({ source }) => source));
    expect(keys.filter((key) => !tables.sources.has(key))).toEqual([]);
  });
});
