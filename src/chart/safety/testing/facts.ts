import { fileURLToPath } from 'node:url';
import { createDrugBook } from '../drug-book.ts';
import type { PatientFacts } from '../facts/patient-facts.ts';
import { loadSafetyTables } from '../safety-tables.ts';

/** The tables that ship. */
export const TABLES = loadSafetyTables(
  fileURLToPath(new URL('../../../../knowledge/drug-safety', import.meta.url)),
);
export const BOOK = createDrugBook(TABLES);

/** A man of whom everything is known, and nothing speaks against any drug. */
export const HEALTHY: PatientFacts = {
  age_years: 45,
  sex: 'male',
  weight_kg: 70,
  weight_is_old: false,
  egfr: { value: 95, date: '2026-10-01', reference: 'Observation/1', computed: false, is_old: false },
  creatinine: null,
  pregnancy: null,
  lactation: null,
  medication: [],
  allergies: [],
  says_no_allergies: true,
  conditions: [],
  incomplete: [],
};
