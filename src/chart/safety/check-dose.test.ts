import { describe, expect, it } from 'vitest';
import { createDoseAbove } from './check-dose.ts';
import { checkPrescription } from './check-prescription.ts';
import type { PatientFacts } from './facts/patient-facts.ts';
import { readDosage } from './read-dosage.ts';
import { BOOK as book, HEALTHY, TABLES as tables } from './testing/facts.ts';

const check = (
  medication: string,
  dosage: string,
  facts: Partial<PatientFacts> = {},
  language: 'en' | 'vi' = 'en',
) =>
  checkPrescription({
    medication,
    dosage: readDosage(dosage, medication),
    facts: { ...HEALTHY, ...facts },
    tables,
    book,
    language,
  }).slice(0, -1);
const brief = (...args: Parameters<typeof check>) =>
  check(...args).map(({ check: name, severity }) => `${name}: ${severity}`);

describe('a drug that lasts a week or longer', () => {
  it.each([
    ['methotrexate', '15 mg once daily by mouth'],
    ['methotrexate', '15 mg mỗi ngày uống'],
    ['methotrexate', '15 mg twice a week by mouth'],
    ['alendronic acid', '70 mg once a day by mouth'],
    ['risedronate', '35 mg daily by mouth'],
    ['ibandronic acid', '150 mg once a week by mouth'],
    ['semaglutide', '1 mg once a day under the skin'],
    ['dulaglutide', '1.5 mg daily sc'],
    ['tirzepatide', '5 mg daily sc'],
    ['colecalciferol', '50,000 units once a day by mouth'],
    ['fentanyl patch', '25 mcg/hour once a day'],
    ['denosumab', '60 mg once a week sc'],
  ])('is contraindicated more often: %s %s', (drug, dosage) => {
    const medication = [{ text: 'morphine', reference: 'm' }];
    const found = check(drug, dosage, drug.includes('patch') ? { medication } : {});
    expect(found.filter(({ check: name }) => name === 'dose')).toMatchObject([
      { severity: 'contraindicated' },
    ]);
  });

  it.each([
    ['methotrexate', '15 mg once a week by mouth'],
    ['methotrexate', '15 mg once week by mouth'],
    ['methotrexate', '15 mg mỗi tuần một lần, uống'],
    ['alendronic acid', '70 mg once weekly by mouth'],
    ['alendronic acid', '10 mg once a day by mouth'],
    ['ibandronic acid', '150 mg once a month by mouth'],
    ['semaglutide', '0.5 mg every week sc'],
    ['semaglutide', '7 mg once a day by mouth'],
    ['colecalciferol', '4000 units once a day by mouth'],
    ['colecalciferol', '50.000 đơn vị mỗi tuần uống'],
    ['denosumab', '60 mg every 6 months sc'],
  ])('is not otherwise: %s %s', (drug, dosage) => {
    expect(brief(drug, dosage)).toEqual([]);
  });

  it('says why, and from whom', () => {
    const [finding] = check('methotrexate', '15 mg daily by mouth');
    expect(finding?.message).toMatch(/once a week.*killed/u);
    expect(finding?.evidence[0]?.title).toMatch(/Medicines and Healthcare products Regulatory Agency/u);
    expect(check('methotrexate', '15 mg mỗi ngày uống', {}, 'vi')[0]?.message).toMatch(/mỗi tuần.*tử vong/u);
  });

  it('is not passed when it is not said how often', () => {
    expect(brief('methotrexate', '15 mg by mouth')).toEqual(['dose: major']);
  });
});

describe('limits of weight and age', () => {
  it('of paracetamol hold below 50 kg', () => {
    const order = ['paracetamol', '1 g four times a day by mouth'] as const;
    const [found] = check(...order, { weight_kg: 38 }).filter(({ message }) => message.includes('a day'));
    expect(found).toMatchObject({ check: 'dose', severity: 'major' });
    expect(found?.message).toContain('570 mg a dose (under 50 kg)');
    expect(brief(...order, { weight_kg: 38 })).toEqual(['dose: major', 'dose: major']);
    expect(brief(...order, { weight_kg: 50 })).toEqual([]);
    expect(brief('paracetamol', '500 mg four times a day by mouth', { weight_kg: 38 })).toEqual([]);
  });

  it('are said to be unchecked where the weight is missing and matters', () => {
    expect(brief('paracetamol', '1 g four times a day by mouth', { weight_kg: null })).toEqual([
      'dose: unknown',
    ]);
    expect(brief('paracetamol', '500 mg three times a day by mouth', { weight_kg: null })).toEqual([]);
    expect(brief('enoxaparin', '40 mg once a day sc', { weight_kg: null })).toEqual([]);
    expect(brief('enoxaparin', '80 mg twice a day sc', { weight_kg: null })).toEqual(['dose: major']);
  });

  it('hold in old age', () => {
    expect(brief('citalopram', '40 mg once a day by mouth', { age_years: 70 })).toContain('dose: major');
    expect(brief('citalopram', '40 mg once a day by mouth')).toEqual([]);
  });
});

describe('doses in other units', () => {
  it.each([
    ['insulin glargine', '500 units once a day sc', ['dose: major']],
    ['insulin glargine', '26 units once a day sc', []],
    ['insulin glargine', '26 đơn vị mỗi ngày tiêm dưới da', []],
    ['insulin glargine', '60 units once a day sc', ['dose: moderate']],
    ['insulin aspart', '8 units with each main meal sc', []],
    ['insulin aspart', '500 mg three times a day sc', ['dose: major']],
    ['heparin', '5000 units every 12 hours sc', []],
    ['heparin', '50,000 units every 12 hours sc', ['dose: major', 'dose: major']],
    ['heparin', '1000 units/hour iv', []],
    ['heparin', '10,000 units/hour iv', ['dose: major']],
    ['dalteparin', '15,000 units once a day sc', ['dose: major']],
    ['enoxaparin', '1 mg/kg twice a day sc', []],
    ['enoxaparin', '2 mg/kg twice a day sc', ['dose: major', 'dose: major']],
    ['enoxaparin', '200 mg twice a day sc', ['dose: major', 'dose: major']],
    ['potassium chloride', '20 mmol twice a day by mouth', []],
    ['potassium chloride', '100 mmol once a day iv', ['route: major', 'dose: major']],
    ['potassium chloride', '20 mmol/hour iv', ['route: major', 'dose: major', 'dose: major']],
    ['potassium chloride', '20 mmol once a day iv bolus', ['route: contraindicated']],
    ['levothyroxine', '100 mcg once a day by mouth', []],
    ['digoxin', '125 micrograms once a day by mouth', []],
  ])('%s %s: %j', (drug, dosage, expected) => {
    expect(brief(drug, dosage)).toEqual(expected);
  });
});

describe('high-alert drugs', () => {
  it.each([
    ['morphine', '100 mg every 4 hours iv', ['dose: major']],
    ['morphine', '5 mg every 4 hours iv', []],
    ['hydromorphone', '10 mg every 4 hours iv', ['dose: major']],
    ['oxycodone', '5 mg every 6 hours by mouth', []],
    ['lithium carbonate', '400 mg twice a day by mouth', []],
    ['lithium carbonate', '1.2 g three times a day by mouth', ['dose: major']],
    ['warfarin', '20 mg once a day by mouth', ['dose: major']],
    ['vincristine', '2 mg once a week iv', []],
    ['colchicine', '1 mg four times a day by mouth', ['dose: major']],
    ['amiodarone', '150 mg once a day iv', []],
  ])('have their ranges: %s %s: %j', (drug, dosage, expected) => {
    expect(brief(drug, dosage)).toEqual(expected);
  });

  it('make what could not be checked a reason to stop, and others do not', () => {
    const unread = [{ text: 'the blue tablets', reference: 'a' }];
    const facts = { allergies: unread, says_no_allergies: false };
    expect(brief('morphine', '5 mg every 4 hours iv', facts)).toEqual(['allergy: major']);
    expect(brief('amoxicillin', '500 mg three times a day by mouth', facts)).toEqual(['allergy: unknown']);
    const [alert] = check('alteplase', '90 mg once a day iv');
    expect(alert).toMatchObject({ check: 'dose', severity: 'major' });
    expect(alert?.evidence.at(-1)?.title).toMatch(/High-Alert Medications/u);
    expect(brief('fosfomycin', '4 g once a day iv')).toEqual(['dose: unknown']);
  });
});

describe('routes', () => {
  it.each([
    ['insulin glargine', '20 units once a day by mouth', 'major'],
    ['enoxaparin', '40 mg once a day by mouth', 'major'],
    ['ceftriaxone', '1 g once a day by mouth', 'major'],
    ['vincristine', '2 mg once a week intrathecal', 'contraindicated'],
    ['benzathine benzylpenicillin', '1.44 g once iv', 'contraindicated'],
    ['nifedipine', '10 mg sublingual once a day', 'contraindicated'],
    ['fentanyl patch', '25 mcg/hour every 72 hours', 'contraindicated'],
    ['glyceryl trinitrate', '0.5 mg once a day by mouth', 'major'],
  ])('that %s (%s) does not have are said', (drug, dosage, severity) => {
    const found = check(drug, dosage).filter(({ check: name }) => name === 'route');
    expect(found).toMatchObject([{ severity }]);
    expect(found[0]?.evidence).not.toEqual([]);
  });

  it('that are not stated are not taken for "by mouth" in silence', () => {
    const [found] = check('paracetamol', '1 g every 6 hours');
    expect(found).toMatchObject({ check: 'dose', severity: 'unknown' });
    expect(found?.message).toContain('route is not stated');
    expect(brief('insulin glargine', '26 units once a day')).toEqual([]);
  });

  it('of a patch are fine for who takes opioids', () => {
    const medication = [{ text: 'morphine', reference: 'm' }];
    const found = brief('fentanyl patch', '25 mcg/hour every 72 hours', { medication });
    expect(found.filter((one) => one.startsWith('route') || one.startsWith('dose'))).toEqual([]);
  });
});

describe('readDosage, beyond milligrams', () => {
  it.each([
    ['26 units', { value: 26, unit: 'units' }],
    ['50.000 đơn vị', { value: 50_000, unit: 'units' }],
    ['10 IU', { value: 10, unit: 'units' }],
    ['40 mmol', { value: 40, unit: 'mmol' }],
    ['40 mEq', { value: 40, unit: 'mmol' }],
    ['25 mcg/hour', { value: 0.025, unit: 'mg', per: 'hour' }],
    ['1 mg/kg', { value: 1, unit: 'mg', per: 'kg' }],
    ['18 units/kg/hour', null],
    ['100 units/ml', null],
    ['5 units or 10 units', null],
    ['500 mg (10 units)', null],
  ])('reads the amount of %j', (text, amount) => {
    expect(readDosage(text).amount).toEqual(amount);
  });

  it.each([
    ['once a week', 7],
    ['once week', 7],
    ['twice weekly', 3.5],
    ['mỗi tuần một lần', 7],
    ['1 lần/tuần', 7],
    ['every 2 weeks', 14],
    ['every other day', 2],
    ['cách ngày', 2],
    ['once a month', 30],
    ['every 6 months', 180],
    ['stat', Number.POSITIVE_INFINITY],
    ['once a day for 2 weeks', null],
    ['twice a day', null],
  ])('reads the days between doses of %j', (text, days) => {
    expect(readDosage(text).every_days).toBe(days);
  });

  it.each([
    ['10 mg sublingual', 'sublingual'],
    ['ngậm dưới lưỡi', 'sublingual'],
    ['tiêm dưới da', 'sc'],
    ['patch 25 mcg/hour', 'transdermal'],
    ['tiêm nội tủy', 'intrathecal'],
    ['suppository', 'rectal'],
    ['xịt mũi', 'nasal'],
    ['10 mg', null],
  ])('reads the route of %j', (text, route) => {
    expect(readDosage(text).route).toBe(route);
  });
});

describe('a dose that a document names', () => {
  it.each([
    ['Take paracetamol 8 g a day.', 4000],
    ['Paracetamol 1 g six times a day is usual.', 4000],
    ['Uống paracetamol 2 g mỗi 4 giờ.', 4000],
    ['Paracetamol 4 g a day in four doses is the most.', null],
    ['Paracetamol 15 mg/kg is given every six hours.', null],
    ['Ibuprofen 400 mg and paracetamol 8 g are given.', 4000],
    ['Ibuprofen 400 mg and paracetamol 1 g are given.', null],
    ['Lisinopril is given with 1000 mg of metformin.', null],
    ['Lisinopril 100 to 200 mg daily.', 80],
    ['Lisinopril 10–20 mg daily.', null],
  ])('is held against the most of any adult: "%s"', (text, most) => {
    expect(createDoseAbove(tables)(text)?.most ?? null).toBe(most);
  });
});

describe('a dose for people of Asian ancestry', () => {
  it.each([
    ['rosuvastatin', '40 mg once a day by mouth', ['dose: major']],
    ['rosuvastatin', '20 mg once a day by mouth', []],
    ['warfarin', '7.5 mg once a day by mouth', ['dose: moderate']],
    ['warfarin', '5 mg once a day by mouth', []],
  ])('%s %s', (drug, dosage, expected) => {
    expect(brief(drug, dosage)).toEqual(expected);
  });

  it('says whose limit it is, and holds no document to it', () => {
    expect(check('rosuvastatin', '40 mg once a day by mouth')[0]?.message).toContain('of Asian ancestry');
    expect(check('rosuvastatin', '40 mg mỗi ngày uống', {}, 'vi')[0]?.message).toContain('ở người gốc Á');
    expect(createDoseAbove(tables)('If gliclazide lowers it too far, take 15 g of sugar')).toBeNull();
    expect(createDoseAbove(tables)('Take 15 g of paracetamol')).toMatchObject({ drug: 'paracetamol' });
    expect(createDoseAbove(tables)('rosuvastatin 40 mg daily')).toBeNull();
  });
});

describe('drugs of the emergency room and the ward', () => {
  it.each([
    ['magnesium sulfate', '4 g iv once', []],
    ['magnesium sulfate', '10 g iv once', ['dose: major']],
    ['ethambutol', '1000 mg once a day by mouth', []],
    ['ethambutol', '2000 mg once a day by mouth', ['dose: major']],
    ['co-amoxiclav', '625 mg three times a day by mouth', []],
    ['furosemide', '40 mg iv twice a day', []],
    ['furosemide', '400 mg iv twice a day', ['dose: major']],
    ['dexamethasone', '10 mg iv every 6 hours', []],
    ['Buscopan', '20 mg iv three times a day', []],
    ['hyoscine butylbromide', '40 mg iv once a day', ['dose: major']],
  ])('%s %s', (drug, dosage, expected) => {
    expect(brief(drug, dosage)).toEqual(expected);
  });
});
