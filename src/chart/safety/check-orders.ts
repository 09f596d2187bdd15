import { needsReason, type SafetyFinding } from '../../domain/approval.ts';
import type { Language } from '../../domain/language.ts';
import type { Clock } from '../../domain/run-context.ts';
import type { ChartParts } from '../chart.port.ts';
import { checkPrescription } from './check-prescription.ts';
import type { DraftOrder } from './draft-order.ts';
import { createDrugBook } from './drug-book.ts';
import { type MedicationEntry, type PatientFacts, patientFacts } from './facts/patient-facts.ts';
import { readDosage } from './read-dosage.ts';
import type { SafetyTables } from './safety-tables.ts';

/** A medicine and what speaks against it. */
export interface CheckedMedicine {
  medication: string;
  findings: SafetyFinding[];
}

export interface OrderChecks {
  /**
   * Each of the orders against the chart and against the others. `selected`: only these, and where none has a dose yet, none is
   * missing; null: all, as they are to be signed.
   */
  checkOrders(
    parts: ChartParts,
    orders: readonly DraftOrder[],
    selected: readonly string[] | null,
    language: Language,
  ): CheckedMedicine[];
  /** What of grave harm stands in the chart already: what is taken against what else is taken, allergies and conditions. */
  checkCurrent(parts: ChartParts, language: Language): CheckedMedicine[];
}

/** Of what is taken already only these are told unasked; a second entry of the same drug is mostly a double record. */
const TOLD_UNASKED: readonly SafetyFinding['check'][] = [
  'allergy',
  'interaction',
  'condition',
  'renal',
  'pregnancy',
  'lactation',
];

/** The checks of Galen's own proposals, for orders that an EHR holds and for what its patient takes. */
export function createOrderChecks({ tables, clock }: { tables: SafetyTables; clock: Clock }): OrderChecks {
  const check = (medication: string, dosage: string, facts: PatientFacts, language: Language) =>
    checkPrescription({
      medication,
      dosage: readDosage(dosage, medication),
      facts,
      tables,
      book: createDrugBook(tables),
      language,
    });

  return {
    checkOrders(parts, orders, selected, language) {
      const facts = patientFacts(parts, clock());
      const asked = orders.filter(({ reference }) => selected === null || isAmong(selected, reference));
      return asked.map((order) => {
        const others = orders.filter(({ reference }) => reference !== order.reference).map(asTaken);
        // The chart may hold the draft already; it is no duplicate of itself.
        const medication = [
          ...facts.medication.filter(({ reference }) => reference !== order.reference),
          ...others,
        ];
        const name = order.medication ?? order.reference;
        const findings = check(name, order.dosage, { ...facts, medication }, language);
        const isBeforeDose = selected !== null && order.dosage === '';
        return {
          medication: name,
          findings: findings.filter((found) => !isBeforeDose || found.check !== 'dose'),
        };
      });
    },

    checkCurrent(parts, language) {
      const facts = patientFacts(parts, clock());
      const told = new Set<string>();
      return facts.medication
        .filter(({ unnamed }) => !unnamed)
        .map((entry) => {
          const medication = facts.medication.filter((other) => other !== entry);
          const findings = check(entry.text, '', { ...facts, medication }, language).filter((found) => {
            const key = pairOf(entry, found);
            // What no table's row or allergy stands behind says only that something could not be checked.
            const isKnown = found.evidence.some(({ reference }) => reference === null);
            const isNew = !told.has(key);
            told.add(key);
            return isNew && needsReason(found) && TOLD_UNASKED.includes(found.check) && isKnown;
          });
          return { medication: entry.text, findings };
        })
        .filter(({ findings }) => findings.length > 0);
    },
  };
}

/** By its id, with or without its type; an order that has none cannot be told from a selected one. */
function isAmong(selected: readonly string[], reference: string): boolean {
  const idOf = (name: string) => name.split('/').at(-1) ?? '';
  return idOf(reference).startsWith('#') || selected.some((one) => idOf(one) === idOf(reference));
}

function asTaken({ reference, medication }: DraftOrder): MedicationEntry {
  return medication === null
    ? { text: reference, reference, unnamed: true }
    : { text: medication, reference };
}

/** Two drugs that do not go together are told once, not from either side. */
function pairOf({ reference }: MedicationEntry, { check, evidence }: SafetyFinding): string {
  return [check, ...[reference, evidence[0]?.reference ?? ''].sort()].join(' ');
}
