import {
  allergicToActive,
  allergyRepeated,
  CHART_DENIES_ALLERGIES,
  NOTE_DENIES_ALLERGIES,
  NOTE_REPEATED,
} from '../../../texts/safety.ts';
import type { SafetyFinding } from '../../domain/approval.ts';
import type { AllergyArgs, NoteArgs } from '../../domain/chart-writes.ts';
import type { Language } from '../../domain/language.ts';
import type { ChartParts } from '../chart.port.ts';
import { type AllergyMeaning, meaningOf, riskOf } from './check-allergies.ts';
import type { DrugBook } from './drug-book.ts';
import { deniesAllergies, gravenessOf } from './facts/allergy-words.ts';
import type { PatientFacts } from './facts/patient-facts.ts';
import { entryOf, finding } from './make-finding.ts';
import type { SafetyTables } from './safety-tables.ts';

interface EntryContext {
  facts: PatientFacts;
  tables: SafetyTables;
  book: DrugBook;
  language: Language;
}

/** What the chart says that a new allergy repeats or contradicts, by the drug and by its class. */
export function checkAllergyEntry(args: AllergyArgs, context: EntryContext): SafetyFinding[] {
  const findings = [...repeated(args, context), ...taken(args, context)];
  if (!context.facts.says_no_allergies) return findings;
  return [...findings, finding(context, ['contradiction', 'moderate'], CHART_DENIES_ALLERGIES)];
}

function repeated({ substance }: AllergyArgs, context: EntryContext): SafetyFinding[] {
  const { facts, tables, book } = context;
  const meant = meaningOf(substance, tables, book);
  return facts.allergies
    .filter(
      ({ text }) =>
        text.toLowerCase().trim() === substance.toLowerCase().trim() ||
        overlaps(meant, meaningOf(text, tables, book), book),
    )
    .map((entry) =>
      finding(context, ['duplicate', 'moderate'], allergyRepeated(entry.text), [entryOf(entry)]),
    );
}

/** Active medication that the new allergy speaks against, as it would against a prescription. */
function taken(args: AllergyArgs, context: EntryContext): SafetyFinding[] {
  const { facts, book } = context;
  const graveness = gravenessOf({ text: `${args.substance}; ${args.reaction ?? ''}` });
  const proposed = {
    text: args.substance,
    reference: 'proposed',
    ...(graveness === null ? {} : { graveness }),
  };
  return facts.medication.flatMap((entry): SafetyFinding[] => {
    const risks = book.resolve(entry.text).drugs.map((drug) => riskOf(proposed, { ...context, drug }));
    const isOf = (risk: 'contraindicated' | 'caution') =>
      risks.some((one) => one !== null && one !== 'unread' && one.risk === risk);
    const isSame = entry.text.toLowerCase().trim() === args.substance.toLowerCase().trim();
    if (!isSame && !isOf('contraindicated') && !isOf('caution')) return [];
    const severity = isSame || isOf('contraindicated') ? 'major' : 'moderate';
    return [finding(context, ['contradiction', severity], allergicToActive(entry.text), [entryOf(entry)])];
  });
}

/** The same class, the same drug, or a drug of the other's class. */
function overlaps(a: AllergyMeaning, b: AllergyMeaning, book: DrugBook): boolean {
  const isIn = (one: AllergyMeaning, other: AllergyMeaning) =>
    one.drugs.some((name) =>
      book.resolve(name).drugs.some((drug) => drug.classes.some((key) => other.classes.includes(key))),
    );
  return (
    a.drugs.some((name) => b.drugs.includes(name)) ||
    a.classes.some((key) => b.classes.includes(key)) ||
    isIn(a, b) ||
    isIn(b, a)
  );
}

/** A note that is there already, or that denies allergies which the chart records. */
export function checkNote(
  { text }: NoteArgs,
  { facts, parts, language }: { facts: PatientFacts; parts: ChartParts; language: Language },
): SafetyFinding[] {
  const same = parts.notes.filter(({ content }) =>
    content.some(({ attachment }) => decode(attachment.data) === text.trim()),
  );
  const repeated = same.map(({ id }) => {
    const note = entryOf({ text: 'DocumentReference', reference: `DocumentReference/${id}` });
    return finding({ language }, ['duplicate', 'moderate'], NOTE_REPEATED, [note]);
  });
  if (!deniesAllergies(text) || facts.allergies.length === 0) return repeated;
  const recorded = facts.allergies.map(entryOf);
  return [...repeated, finding({ language }, ['contradiction', 'major'], NOTE_DENIES_ALLERGIES, recorded)];
}

function decode(data: string | undefined): string {
  return Buffer.from(data ?? '', 'base64')
    .toString('utf8')
    .trim();
}
