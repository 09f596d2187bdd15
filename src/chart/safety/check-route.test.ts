import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkRoute } from './check-route.ts';
import { createDrugBook } from './drug-book.ts';
import { readDosage } from './read-dosage.ts';
import { loadSafetyTables } from './safety-tables.ts';

const tables = loadSafetyTables(fileURLToPath(new URL('../../../knowledge/drug-safety', import.meta.url)));
const book = createDrugBook(tables);
const check = (medication: string, dosage: string) =>
  checkRoute({ medication, dosage: readDosage(dosage), tables, book, language: 'en' }).map(
    ({ severity, message }) => `${severity}: ${message}`,
  );

describe('the route of a prescription', () => {
  it('is said to be missing, and which one the dose was checked for', () => {
    expect(check('amoxicillin', '500 mg three times a day')).toEqual([
      'info: The route is not stated. The dose was checked as if amoxicillin were taken by mouth.',
    ]);
  });

  it('says nothing where it is stated and known', () => {
    expect(check('amoxicillin', '500 mg three times a day oral')).toEqual([]);
  });

  it('is said to be none that the tables know for the drug', () => {
    expect(check('nifedipine', '10 mg three times a day sublingual')).toEqual([
      expect.stringContaining('moderate: The tables know nifedipine only by: oral.'),
    ]);
  });
});
