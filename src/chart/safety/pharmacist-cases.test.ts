import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { groupParts, patientOf } from '../index-resource.ts';
import { readSamplePatients } from '../load-sample-patients.ts';
import { checkPrescription } from './check-prescription.ts';
import { patientFacts } from './facts/patient-facts.ts';
import { readDosage } from './read-dosage.ts';
import { BOOK, TABLES } from './testing/facts.ts';

const NOW = Date.parse('2026-11-15T00:00:00Z');
const resources = await readSamplePatients(
  fileURLToPath(new URL('../../../knowledge/patients', import.meta.url)),
);

/** What a pharmacist wants said of an order for a sample patient, and what must not be said. */
type Case = readonly [patient: string, drug: string, dosage: string, must: string[], mustNot?: string[]];
const CASES: readonly Case[] = [
  // gal-0001: CKD 3b (eGFR 36), lisinopril, hives from contrast.
  ['01', 'ibuprofen', '400 mg three times a day by mouth', ['renal major', 'condition moderate']],
  ['01', 'methotrexate', '15 mg once daily by mouth', ['dose contraindicated', 'renal major']],
  ['01', 'methotrexate', '15 mg once a week by mouth', ['renal major'], ['dose']],
  ['01', 'spironolactone', '25 mg once a day by mouth', ['interaction major']],
  ['01', 'digoxin', '500 micrograms once a day by mouth', ['renal major', 'dose major']],
  ['01', 'paracetamol', '1 g four times a day by mouth', [], ['dose', 'renal', 'allergy']],
  // gal-0002: CKD 4 (eGFR 23), metformin, losartan, furosemide.
  ['02', 'metformin', '500 mg twice a day by mouth', ['renal contraindicated', 'duplicate major']],
  ['02', 'enoxaparin', '70 mg twice a day sc', ['renal major', 'dose major']],
  ['02', 'aciclovir', '800 mg five times a day by mouth', ['renal major'], ['dose']],
  ['02', 'nitrofurantoin', '100 mg twice a day by mouth', ['renal contraindicated']],
  ['02', 'morphine', '10 mg every 4 hours by mouth', ['renal major'], ['dose']],
  // gal-0003: warfarin, permanent atrial fibrillation, bisoprolol.
  ['03', 'clarithromycin', '500 mg twice a day by mouth', ['interaction major']],
  ['03', 'metronidazole', '400 mg three times a day by mouth', ['interaction major']],
  ['03', 'ibuprofen', '400 mg three times a day by mouth', ['interaction major'], ['renal']],
  ['03', 'dronedarone', '400 mg twice a day by mouth', ['condition contraindicated']],
  ['03', 'verapamil', '80 mg three times a day by mouth', ['interaction major']],
  ['03', 'fentanyl patch', '25 mcg/hour every 72 hours', ['route contraindicated']],
  // gal-0004: anaphylaxis to penicillin.
  ['04', 'amoxicillin', '500 mg three times a day by mouth', ['allergy contraindicated']],
  ['04', 'cefalexin', '500 mg three times a day by mouth', ['allergy contraindicated']],
  ['04', 'ceftriaxone', '1 g once a day iv', ['allergy info'], ['allergy contraindicated', 'route', 'dose']],
  ['04', 'ceftriaxone', '1 g once a day by mouth', ['route major']],
  ['04', 'azithromycin', '500 mg once a day by mouth', [], ['allergy', 'dose', 'renal']],
  // gal-0005: 22 weeks pregnant.
  [
    '05',
    'ibuprofen',
    '400 mg three times a day by mouth',
    ['pregnancy major'],
    ['pregnancy contraindicated'],
  ],
  ['05', 'lisinopril', '10 mg once a day by mouth', ['pregnancy contraindicated', 'renal unknown']],
  ['05', 'nitrofurantoin', '100 mg twice a day by mouth', [], ['pregnancy']],
  ['05', 'labetalol', '100 mg twice a day by mouth', [], ['pregnancy major', 'pregnancy contraindicated']],
  // gal-0006: asthma, bronchospasm from ibuprofen, nursing, migraine without aura.
  ['06', 'naproxen', '250 mg twice a day by mouth', ['allergy contraindicated', 'condition moderate']],
  ['06', 'celecoxib', '200 mg once a day by mouth', ['allergy contraindicated']],
  ['06', 'codeine', '30 mg four times a day by mouth', ['lactation contraindicated']],
  ['06', 'timolol', '10 mg twice a day by mouth', ['condition contraindicated', 'interaction major']],
  ['06', 'sumatriptan', '50 mg once a day by mouth', [], ['condition', 'dose']],
  ['06', 'ethinylestradiol/levonorgestrel', '1 tablet once a day by mouth', [], ['condition']],
  // gal-0007: 82 years, falls, prostate, gout, ischaemic heart disease, sodium 130, diazepam.
  ['07', 'diphenhydramine', '25 mg at night by mouth', ['age major', 'condition major']],
  ['07', 'zolpidem', '10 mg at night by mouth', ['dose major', 'condition major', 'interaction major']],
  ['07', 'indapamide', '2.5 mg once a day by mouth', ['condition contraindicated', 'duplicate moderate']],
  ['07', 'celecoxib', '200 mg once a day by mouth', ['condition contraindicated', 'renal major']],
  ['07', 'alendronic acid', '70 mg once daily by mouth', ['dose contraindicated']],
  ['07', 'alendronic acid', '70 mg once a week by mouth', [], ['dose', 'condition']],
  ['07', 'morphine', '100 mg every 4 hours iv', ['dose major', 'interaction major']],
  ['07', 'sumatriptan', '50 mg once a day by mouth', ['condition contraindicated']],
  // gal-0008: 4 years, 16 kg, asthma.
  ['08', 'ibuprofen', '150 mg three times a day by mouth', [], ['dose']],
  ['08', 'ibuprofen', '400 mg three times a day by mouth', ['dose major']],
  ['08', 'paracetamol', '240 mg four times a day by mouth', [], ['dose']],
  ['08', 'aspirin', '100 mg once a day by mouth', ['age contraindicated']],
  ['08', 'propranolol', '10 mg three times a day by mouth', ['condition contraindicated']],
  // gal-0009: type 1 diabetes, lows without warning, insulin.
  ['09', 'insulin glargine', '500 units once a day sc', ['dose major', 'duplicate major']],
  ['09', 'insulin lispro', '6 units with each meal sc', [], ['dose']],
  ['09', 'insulin degludec', '20 units once a day by mouth', ['route major', 'dose major']],
  ['09', 'gliclazide', '80 mg once a day by mouth', ['condition contraindicated']],
  ['09', 'dapagliflozin', '10 mg once a day by mouth', ['condition major']],
  ['09', 'propranolol', '40 mg twice a day by mouth', ['condition major']],
  // gal-0010: heart failure (LVEF 32 %), Stevens-Johnson syndrome from co-trimoxazole.
  ['10', 'pioglitazone', '30 mg once a day by mouth', ['condition contraindicated']],
  ['10', 'co-trimoxazole', '960 mg twice a day by mouth', ['allergy contraindicated']],
  ['10', 'trimethoprim', '200 mg twice a day by mouth', ['allergy contraindicated']],
  ['10', 'diltiazem', '60 mg three times a day by mouth', ['condition contraindicated']],
  ['10', 'naproxen', '500 mg twice a day by mouth', ['condition major', 'interaction major']],
  ['10', 'cilostazol', '100 mg twice a day by mouth', ['condition contraindicated']],
  ['10', 'empagliflozin', '10 mg once a day by mouth', [], ['condition', 'renal', 'dose']],
  // gal-0011: epilepsy, valproate, a severe rash from carbamazepine.
  ['11', 'phenytoin', '300 mg once a day by mouth', ['allergy contraindicated']],
  ['11', 'lamotrigine', '25 mg once a day by mouth', ['allergy contraindicated', 'interaction major']],
  ['11', 'bupropion', '150 mg once a day by mouth', ['condition contraindicated']],
  ['11', 'meropenem', '1 g every 8 hours iv', ['interaction major']],
  [
    '11',
    'levetiracetam',
    '500 mg twice a day by mouth',
    [],
    ['allergy contraindicated', 'condition', 'dose'],
  ],
  // gal-0012: a healed bleeding ulcer, sertraline, tramadol.
  ['12', 'diclofenac', '75 mg twice a day by mouth', ['condition contraindicated']],
  ['12', 'celecoxib', '200 mg once a day by mouth', ['condition major']],
  ['12', 'linezolid', '600 mg twice a day by mouth', ['interaction major']],
  ['12', 'fentanyl patch', '25 mcg/hour every 72 hours', ['interaction moderate'], ['route', 'dose']],
  // gal-0013: potassium 6.1, heart failure, spironolactone, digoxin.
  ['13', 'potassium chloride', '20 mmol three times a day by mouth', ['condition contraindicated']],
  ['13', 'potassium chloride', '20 mmol iv bolus', ['route contraindicated']],
  ['13', 'eplerenone', '25 mg once a day by mouth', ['condition contraindicated', 'duplicate moderate']],
  ['13', 'clarithromycin', '500 mg twice a day by mouth', ['interaction major']],
  ['13', 'verapamil', '80 mg three times a day by mouth', ['condition contraindicated']],
  // gal-0014: a kidney transplant, tacrolimus, clarithromycin, tendon pain from ciprofloxacin.
  ['14', 'simvastatin', '40 mg once a day by mouth', ['interaction contraindicated']],
  ['14', 'levofloxacin', '500 mg once a day by mouth', ['allergy contraindicated', 'renal moderate']],
  ['14', 'measles mumps rubella vaccine', '0.5 ml once sc', ['condition contraindicated']],
  ['14', 'vincristine', '2 mg intrathecal once', ['route contraindicated']],
  ['14', 'naproxen', '250 mg twice a day by mouth', ['condition major', 'renal moderate']],
];

function findingsFor(patient: string, medication: string, dosage: string, language: 'en' | 'vi' = 'en') {
  const id = `gal-00${patient}`;
  const parts = groupParts(
    resources.filter((resource) => patientOf(resource) === id),
    [],
  );
  if (parts === null) throw new Error(`no sample patient ${id}`);
  const facts = patientFacts(parts, NOW);
  return checkPrescription({
    medication,
    dosage: readDosage(dosage, medication),
    facts,
    tables: TABLES,
    book: BOOK,
    language,
  });
}

describe('a pharmacist looks over orders for the sample patients', () => {
  it.each(
    CASES.map(([patient, drug, dosage, must, mustNot = []]) => ({ patient, drug, dosage, must, mustNot })),
  )('gal-00$patient: $drug $dosage', ({ patient, drug, dosage, must, mustNot }) => {
    const found = findingsFor(patient, drug, dosage).map(({ check, severity }) => `${check} ${severity}`);
    expect(found).toEqual(expect.arrayContaining(must));
    for (const unwanted of mustNot) {
      expect(found.filter((one) => one.startsWith(unwanted))).toEqual([]);
    }
    expect(found.at(-1)).toBe('missing-data info');
  });

  it('has every severe finding on a source or an entry of the chart, in both languages', () => {
    for (const [patient, medication, dosage] of CASES) {
      for (const language of ['en', 'vi'] as const) {
        const findings = findingsFor(patient, medication, dosage, language);
        for (const { severity, evidence, message, check } of findings) {
          if (severity !== 'contraindicated') continue;
          expect(evidence, `${check}: ${message}`).not.toEqual([]);
        }
      }
    }
  });

  it('names the week of the pregnancy, and the creatinine that gives no eGFR in it', () => {
    const messages = findingsFor('05', 'ibuprofen', '400 mg three times a day by mouth').map(
      ({ message }) => message,
    );
    expect(messages.join('\n')).toContain('(22 weeks): From 20 weeks');
    expect(messages.join('\n')).toContain('creatinine, 0.58 mg/dL (2026-11-10), gives no eGFR in pregnancy');
  });
});
