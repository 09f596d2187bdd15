import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkPregnancy } from './check-pregnancy.ts';
import { createDrugBook, type KnownDrug } from './drug-book.ts';
import type { PatientFacts } from './facts/patient-facts.ts';
import { stageSaid } from './facts/pregnancy-facts.ts';
import { readDosage } from './read-dosage.ts';
import { loadSafetyTables } from './safety-tables.ts';

const tables = loadSafetyTables(fileURLToPath(new URL('../../../knowledge/drug-safety', import.meta.url)));
const book = createDrugBook(tables);
const ORDER = ['contraindicated', 'major', 'moderate'];
const drugs = [
  ...new Map(
    [
      ...tables.classes.flatMap(({ members }) => members),
      ...tables.pregnancy.flatMap((row) => ('drug' in row ? [row.drug] : [])),
    ].flatMap((name) => book.resolve(name).drugs.map((drug) => [drug.name, drug] as const)),
  ).values(),
];

function find(drug: KnownDrug, state: 'pregnancy' | 'lactation', text: string) {
  const facts: PatientFacts = {
    age_years: 30,
    sex: 'female',
    weight_kg: 60,
    weight_is_old: false,
    egfr: null,
    creatinine: null,
    pregnancy: null,
    lactation: null,
    medication: [],
    allergies: [],
    says_no_allergies: true,
    conditions: [],
    incomplete: [],
    [state]: { text, reference: 'Condition/1', ...(state === 'pregnancy' ? stageSaid(text) : {}) },
  };
  const dosage = readDosage('');
  const input = { drug, asked: drug.name, dosage, facts, tables, book, language: 'en' as const };
  return checkPregnancy(input).find(({ check, severity }) => check === state && severity !== 'unknown');
}
const drugOf = (name: string) => book.resolve(name).drugs[0] ?? { name, classes: [] };

describe('checkPregnancy', () => {
  it.each(['pregnancy', 'lactation'] as const)('reports the gravest row of every drug in %s', (state) => {
    const wrong = drugs.filter((drug) => {
      const severities = tables.pregnancy
        .filter((row) => row.state === state && book.covers('drug' in row ? row.drug : row.class, drug))
        .map(({ severity }) => severity)
        .sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
      return find(drug, state, 'Recorded')?.severity !== severities[0];
    });
    expect(drugs.length).toBeGreaterThan(800);
    expect(wrong).toEqual([]);
  });

  it.each([
    ['ibuprofen', 'Pregnancy, 22 weeks', 'major'],
    ['ibuprofen', 'Mang thai tuần 22', 'major'],
    ['ibuprofen', 'Pregnancy, 18 weeks', undefined],
    ['ibuprofen', 'Pregnancy, second trimester', 'major'],
    ['ibuprofen', 'Pregnancy, third trimester', 'contraindicated'],
    ['ibuprofen', 'Pregnancy, 30+2 weeks', 'contraindicated'],
    ['trimethoprim', 'Mang thai, tam cá nguyệt thứ hai', undefined],
    ['trimethoprim', 'Pregnant, 22 weeks, previous caesarean at 8 weeks', undefined],
    ['trimethoprim', 'Pregnancy, 8 weeks', 'major'],
  ])('for %s and "%s" takes only the rows of that trimester', (name, text, severity) => {
    expect(find(drugOf(name), 'pregnancy', text)?.severity).toBe(severity);
  });

  it('names the trimester where the chart does not', () => {
    expect(find(drugOf('ibuprofen'), 'pregnancy', 'Pregnant')?.message).toContain('(trimester 3)');
  });
});
