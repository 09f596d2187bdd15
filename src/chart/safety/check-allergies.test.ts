import { describe, expect, it } from 'vitest';
import { AllergyArgs } from '../../domain/chart-writes.ts';
import { checkAllergyEntry, riskOf } from './check-allergies.ts';
import type { AllergyEntry, PatientFacts } from './facts/patient-facts.ts';
import { BOOK, HEALTHY, TABLES } from './testing/facts.ts';

const drugOf = (name: string) => BOOK.resolve(name).drugs[0] ?? { name, classes: [] };
const risk = (allergy: string | Partial<AllergyEntry>, drug: string) => {
  const entry = { text: '', reference: 'a', ...(typeof allergy === 'string' ? { text: allergy } : allergy) };
  const found = riskOf(entry, { drug: drugOf(drug), book: BOOK, tables: TABLES });
  return found === null || found === 'unread' ? found : found.risk;
};

describe('what an allergy is also called', () => {
  it.each([
    ['PCN', 'amoxicillin', 'contraindicated'],
    ['pcn allergy', 'co-amoxiclav', 'contraindicated'],
    ['beta-lactam', 'amoxicillin', 'contraindicated'],
    ['Beta lactams', 'cefalexin', 'contraindicated'],
    ['Dị ứng nhóm beta-lactam', 'ceftriaxone', 'contraindicated'],
    ['Penixilin', 'ampicillin', 'contraindicated'],
    ['91936005', 'amoxicillin', 'contraindicated'],
    ['sulfa', 'co-trimoxazole', 'contraindicated'],
    ['thuốc sulfa', 'co-trimoxazole', 'contraindicated'],
    ['NSAIDs', 'ibuprofen', 'contraindicated'],
    ['Thuốc giảm đau chống viêm', 'diclofenac', 'contraindicated'],
    ['ACEi', 'lisinopril', 'contraindicated'],
    ['Ức chế men chuyển', 'enalapril', 'contraindicated'],
    ['CT dye', 'iodinated contrast', 'contraindicated'],
    ['Thuốc tê', 'lidocaine', 'caution'],
    ['narcotics', 'morphine', 'caution'],
    ['quinolon', 'levofloxacin', 'contraindicated'],
    ['PCN', 'azithromycin', null],
    ['NSAIDs', 'amoxicillin', null],
    ['the red ones', 'amoxicillin', 'unread'],
  ])('"%s" for %s: %s', (allergy, drug, expected) => {
    expect(risk(allergy, drug)).toBe(expected);
  });
});

describe('a grave reaction', () => {
  it.each([
    ['ceftriaxone', undefined, 'low'],
    ['ceftriaxone', 'anaphylaxis', 'low'],
    ['ceftriaxone', 'severe-skin', 'contraindicated'],
    ['cefalexin', undefined, 'caution'],
    ['cefalexin', 'anaphylaxis', 'contraindicated'],
    ['meropenem', 'severe-skin', 'caution'],
    ['aztreonam', 'severe-skin', 'low'],
  ] as const)('to penicillin makes of %s after %s: %s', (drug, graveness, expected) => {
    expect(risk({ text: 'Penicillin', ...(graveness ? { graveness } : {}) }, drug)).toBe(expected);
  });
});

describe('a new allergy', () => {
  const entry = (text: string) => ({ text, reference: `X/${text}` });
  const check = (substance: string, facts: Partial<PatientFacts>, reaction?: string) =>
    checkAllergyEntry(AllergyArgs.parse({ patient_id: 'p', substance, ...(reaction ? { reaction } : {}) }), {
      facts: { ...HEALTHY, says_no_allergies: false, ...facts },
      tables: TABLES,
      book: BOOK,
      language: 'en',
    }).map(({ check: name, severity, evidence }) => `${name} ${severity} ${evidence[0]?.title}`);

  it.each([
    ['ACE inhibitors', 'lisinopril', 'contradiction major lisinopril'],
    ['SSRIs', 'sertraline', 'contradiction major sertraline'],
    ['penicillins', 'amoxicillin 500 mg', 'contradiction major amoxicillin 500 mg'],
    ['PCN', 'co-amoxiclav', 'contradiction major co-amoxiclav'],
    ['nhóm statin', 'atorvastatin', 'contradiction major atorvastatin'],
    ['ampicillin', 'cefalexin', 'contradiction moderate cefalexin'],
    ['lisinopril', 'lisinopril', 'contradiction major lisinopril'],
  ])('to %s speaks against the active %s', (substance, taken, expected) => {
    expect(check(substance, { medication: [entry(taken)] })).toEqual([expected]);
  });

  it.each([
    ['latex', 'warfarin'],
    ['the blue tablets', 'morphine'],
    ['penicillins', 'azithromycin'],
  ])('to %s says nothing of %s', (substance, taken) => {
    expect(check(substance, { medication: [entry(taken)] })).toEqual([]);
  });

  it.each([
    ['penicillins', 'Penicillin'],
    ['PCN', 'Penicillin'],
    ['amoxicillin', 'Penicillin'],
    ['Penicillin', 'amoxicillin'],
    ['ACEi', 'ACE inhibitors'],
    ['ibuprofen', 'NSAIDs'],
    ['Latex', 'latex'],
  ])('to %s repeats the recorded %s', (substance, recorded) => {
    expect(check(substance, { allergies: [entry(recorded)] })).toEqual([`duplicate moderate ${recorded}`]);
  });

  it.each([
    ['lisinopril', 'Penicillin'],
    ['morphine', 'Latex'],
  ])('to %s does not repeat %s', (substance, recorded) => {
    expect(check(substance, { allergies: [entry(recorded)] })).toEqual([]);
  });
});
