import type { SafetyFinding } from '../../domain/approval.ts';
import type { Language } from '../../domain/language.ts';
import { checkAdministration } from './check-administration.ts';
import { checkAge } from './check-age.ts';
import { checkAllergies } from './check-allergies.ts';
import { checkCompleteness } from './check-completeness.ts';
import { checkConditions } from './check-conditions.ts';
import { checkDose } from './check-dose.ts';
import { checkDuplicates } from './check-duplicates.ts';
import { checkInteractions } from './check-interactions.ts';
import { checkPregnancy } from './check-pregnancy.ts';
import { checkRenal } from './check-renal.ts';
import { checkUnknown } from './check-unknown.ts';
import type { DrugBook, KnownDrug } from './drug-book.ts';
import { mergeFindings } from './merge-findings.ts';
import { notChecked } from './not-checked.ts';
import type { PatientFacts } from './patient-facts.ts';
import type { Dosage } from './read-dosage.ts';
import type { SafetyTables } from './safety-tables.ts';

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

const CHECKS = [
  checkAllergies,
  checkInteractions,
  checkDuplicates,
  checkConditions,
  checkRenal,
  checkPregnancy,
  checkAge,
  checkAdministration,
  checkDose,
];

/** All that the tables and the chart say against a prescription, and what could not be checked; the worst first. */
export function checkPrescription(
  input: Omit<CheckInput, 'drug' | 'asked'> & { medication: string },
): SafetyFinding[] {
  const { medication, ...rest } = input;
  const { drugs, unknown } = input.book.resolve(medication);
  const checked = drugs.map((drug) => ({
    drug: drug.name,
    findings: CHECKS.flatMap((check) => check({ ...rest, drug, asked: medication })),
  }));
  const findings = mergeFindings({
    checked,
    others: [
      ...checkUnknown({ ...rest, medication, isAnyKnown: drugs.length > 0, unknown }),
      ...checkCompleteness(input.facts, input.language),
    ],
    language: input.language,
  });
  return [...findings, notChecked(input.language)];
}
