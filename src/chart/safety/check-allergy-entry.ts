import type { SafetyFinding } from '../../domain/approval.ts';
import type { AllergyArgs } from '../../domain/chart-writes.ts';
import type { Language } from '../../domain/language.ts';
import { type AllergyMeaning, meaningOf } from './allergy-meaning.ts';
import { riskOf } from './check-allergies.ts';
import type { DrugBook } from './drug-book.ts';
import { gravenessOf } from './grave-reactions.ts';
import type { PatientFacts } from './patient-facts.ts';
import type { SafetyTables } from './safety-tables.ts';
import { entryOf, say } from './say.ts';

interface EntryContext {
  facts: PatientFacts;
  tables: SafetyTables;
  book: DrugBook;
  language: Language;
}

/** What the chart says that a new allergy repeats or contradicts, by the drug and by its class. */
export function checkAllergyEntry(args: AllergyArgs, context: EntryContext): SafetyFinding[] {
  const { facts, language } = context;
  const findings = [...repeated(args, context), ...taken(args, context)];
  if (!facts.says_no_allergies) return findings;
  const message = say(language, {
    en: 'The chart says that there are no known allergies.',
    vi: 'Hồ sơ ghi không có dị ứng nào được biết.',
  });
  return [...findings, { check: 'contradiction', severity: 'moderate', message, evidence: [] }];
}

function repeated(
  { substance }: AllergyArgs,
  { facts, tables, book, language }: EntryContext,
): SafetyFinding[] {
  const meant = meaningOf(substance, tables, book);
  return facts.allergies
    .filter(
      ({ text }) =>
        text.toLowerCase().trim() === substance.toLowerCase().trim() ||
        overlaps(meant, meaningOf(text, tables, book), book),
    )
    .map((entry) => ({
      check: 'duplicate' as const,
      severity: 'moderate' as const,
      message: say(language, {
        en: `An allergy to ${entry.text} is already recorded.`,
        vi: `Hồ sơ đã ghi dị ứng ${entry.text}.`,
      }),
      evidence: [entryOf(entry)],
    }));
}

/** Active medication that the new allergy speaks against, as it would against a prescription. */
function taken(args: AllergyArgs, context: EntryContext): SafetyFinding[] {
  const { facts, book, language } = context;
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
    const message = {
      en: `${entry.text} is an active medication: stop it, or look again at the allergy.`,
      vi: `${entry.text} đang được dùng: hãy ngừng thuốc hoặc xem lại dị ứng.`,
    };
    const severity = isSame || isOf('contraindicated') ? 'major' : 'moderate';
    return [
      { check: 'contradiction', severity, message: say(language, message), evidence: [entryOf(entry)] },
    ];
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
