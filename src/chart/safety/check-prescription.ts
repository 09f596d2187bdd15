import * as texts from '../../../texts/safety.ts';
import { byGravity, type SafetyFinding } from '../../domain/approval.ts';
import type { Language } from '../../domain/language.ts';
import {
  checkAge,
  checkConditions,
  checkDuplicates,
  checkInteractions,
  checkRenal,
} from './check-against-chart.ts';
import { checkAllergies } from './check-allergies.ts';
import { checkAdministration, checkDose } from './check-dose.ts';
import { checkPregnancy } from './check-pregnancy.ts';
import { type DrugBook, hasPhrase, type KnownDrug } from './drug-book.ts';
import type { PatientFacts } from './facts/patient-facts.ts';
import { entryOf, finding } from './make-finding.ts';
import type { Dosage } from './read-dosage.ts';
import type { SafetyTables } from './safety-tables.ts';

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

/** All that the tables and the chart say of one drug, or of a class as if it were one. */
export function checkDrug(input: CheckInput): SafetyFinding[] {
  return CHECKS.flatMap((check) => check(input));
}

/** All that the tables and the chart say against a prescription, and what could not be checked; the worst first. */
export function checkPrescription(
  input: Omit<CheckInput, 'drug' | 'asked'> & { medication: string },
): SafetyFinding[] {
  const { medication, ...rest } = input;
  const { drugs, unknown } = input.book.resolve(medication);
  const checked = drugs.map((drug) => ({
    drug: drug.name,
    findings: checkDrug({ ...rest, drug, asked: medication }),
  }));
  const { facts, language } = input;
  const findings = [
    ...checkUnknown(),
    ...checkCompleteness(facts, language),
    ...(checked.length < 2 ? checked.flatMap((one) => one.findings) : merged(checked, language)),
  ].sort(byGravity);
  // What no check looks at ends every list, so that a short one is not taken for a yes.
  return [...findings, finding(input, ['missing-data', 'info'], texts.NOT_CHECKED_AT_ALL)];

  /** What the tables do not know of a prescription, and where the chart speaks of it by the same name. */
  function checkUnknown(): SafetyFinding[] {
    const isAnyKnown = drugs.length > 0;
    if (isAnyKnown && unknown.length === 0) return [];
    const names = unknown.length === 0 ? [medication] : unknown;
    const isNamed = ({ text }: { text: string }) => names.some((name) => hasPhrase(text, name));
    const message = isAnyKnown
      ? texts.partUnknown(names.join(', '), medication)
      : texts.medicationUnknown(medication);
    return [
      // Unchecked is not safe: it takes a reason to go on.
      finding({ language }, ['missing-data', 'major'], message),
      ...facts.allergies
        .filter(isNamed)
        .map((entry) =>
          finding({ language }, ['allergy', 'contraindicated'], texts.allergyRecorded(entry.text), [
            entryOf(entry),
          ]),
        ),
      ...facts.medication
        .filter(isNamed)
        .map((entry) =>
          finding({ language }, ['duplicate', 'major'], texts.alreadyActive(entry.text), [entryOf(entry)]),
        ),
    ];
  }
}

/** What the checks rest on. */
const NEEDED = Object.keys(texts.NEEDED_ENTRIES) as (keyof typeof texts.NEEDED_ENTRIES)[];

/** What the chart holds, or may hold, more of than was read: there may be a reason against the prescription in it. */
function checkCompleteness({ incomplete }: PatientFacts, language: Language): SafetyFinding[] {
  return NEEDED.filter((type) => incomplete.includes(type)).map((type) =>
    finding({ language }, ['missing-data', 'major'], texts.notAllRead(texts.NEEDED_ENTRIES[type])),
  );
}

/** The findings of all substances of a prescription; of several about one entry of the chart, the worst. */
function merged(
  checked: readonly { drug: string; findings: SafetyFinding[] }[],
  language: Language,
): SafetyFinding[] {
  const isTooMuchOfEach = checked.every(({ findings }) =>
    findings.some(({ check, severity }) => check === 'dose' && severity === 'major'),
  );
  const worst = new Map<string, SafetyFinding>();
  const all = checked.flatMap(({ drug, findings }) =>
    findings
      .filter(({ check }) => check !== 'dose' || isTooMuchOfEach)
      .map((found) => ({ found, drug, key: keyOf(found) })),
  );
  for (const { found, drug, key } of all.sort((a, b) => byGravity(a.found, b.found))) {
    if (worst.has(key)) continue;
    const isShared = all.every((one) => one.key !== key || one.found.message === found.message);
    worst.set(key, isShared ? found : { ...found, message: `${drug}: ${found.message}` });
  }
  // One amount for several substances does not say how much of each there is.
  return isTooMuchOfEach
    ? [...worst.values()]
    : [...worst.values(), finding({ language }, ['dose', 'unknown'], texts.AMOUNT_OF_EACH_UNKNOWN)];
}

function keyOf({ check, evidence, message }: SafetyFinding): string {
  return JSON.stringify([check, evidence[0]?.reference ?? message]);
}
