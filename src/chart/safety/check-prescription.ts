import type { SafetyFinding } from '../../domain/approval.ts';
import type { Language } from '../../domain/language.ts';
import { checkAge } from './check-age.ts';
import { checkAllergies } from './check-allergies.ts';
import { checkDose } from './check-dose.ts';
import { checkDuplicates } from './check-duplicates.ts';
import { checkInteractions } from './check-interactions.ts';
import { checkPregnancy } from './check-pregnancy.ts';
import { checkRenal } from './check-renal.ts';
import type { DrugBook, KnownDrug } from './drug-book.ts';
import type { PatientFacts } from './patient-facts.ts';
import type { Dosage } from './read-dosage.ts';
import type { SafetyTables } from './safety-tables.ts';
import { say } from './say.ts';

/** What every check is given. */
export interface CheckInput {
  drug: KnownDrug;
  /** As it is to be prescribed. */
  asked: string;
  dosage: Dosage;
  facts: PatientFacts;
  tables: SafetyTables;
  book: DrugBook;
  language: Language;
}

const ORDER = ['contraindicated', 'major', 'moderate', 'unknown', 'info'] as const;

/** All that the tables and the chart say against a prescription, and what could not be checked; the worst first. */
export function checkPrescription(
  input: Omit<CheckInput, 'drug' | 'asked'> & { medication: string },
): SafetyFinding[] {
  const { medication, ...rest } = input;
  const drug = input.book.find(medication);
  if (drug === null) return [unknownDrug(medication, input.language)];
  const checked = { ...rest, drug, asked: medication };
  return [checkAllergies, checkInteractions, checkDuplicates, checkRenal, checkPregnancy, checkAge, checkDose]
    .flatMap((check) => check(checked))
    .sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
}

function unknownDrug(drug: string, language: Language): SafetyFinding {
  return {
    check: 'missing-data',
    // Unchecked is not safe: it takes a reason to go on.
    severity: 'major',
    message: say(language, {
      en: `Galen's tables do not know "${drug}": none of the checks could be made.`,
      vi: `Bảng dữ liệu của Galen không có "${drug}": chưa kiểm tra được gì.`,
    }),
    evidence: [],
  };
}
