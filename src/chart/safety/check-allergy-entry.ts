import type { SafetyFinding } from '../../domain/approval.ts';
import type { AllergyArgs } from '../../domain/chart-writes.ts';
import type { Language } from '../../domain/language.ts';
import type { DrugBook } from './drug-book.ts';
import type { PatientFacts } from './patient-facts.ts';
import { entryOf, say } from './say.ts';

/** What the chart says that a new allergy repeats or contradicts. */
export function checkAllergyEntry(
  { substance }: AllergyArgs,
  { facts, book, language }: { facts: PatientFacts; book: DrugBook; language: Language },
): SafetyFinding[] {
  const meant = new Set(book.resolve(substance).drugs.map(({ name }) => name));
  const isSame = (text: string) =>
    text.toLowerCase().trim() === substance.toLowerCase().trim() ||
    book.resolve(text).drugs.some(({ name }) => meant.has(name));
  const recorded = facts.allergies.filter(({ text }) => isSame(text));
  const taken = facts.medication.filter(({ text }) => isSame(text));
  const findings: SafetyFinding[] = [
    ...recorded.map((entry) => ({
      check: 'duplicate' as const,
      severity: 'moderate' as const,
      message: say(language, {
        en: `An allergy to ${entry.text} is already recorded.`,
        vi: `Hồ sơ đã ghi dị ứng ${entry.text}.`,
      }),
      evidence: [entryOf(entry)],
    })),
    ...taken.map((entry) => ({
      check: 'contradiction' as const,
      severity: 'major' as const,
      message: say(language, {
        en: `${entry.text} is an active medication: stop it, or look again at the allergy.`,
        vi: `${entry.text} đang được dùng: hãy ngừng thuốc hoặc xem lại dị ứng.`,
      }),
      evidence: [entryOf(entry)],
    })),
  ];
  if (!facts.says_no_allergies) return findings;
  const message = say(language, {
    en: 'The chart says that there are no known allergies.',
    vi: 'Hồ sơ ghi không có dị ứng nào được biết.',
  });
  return [...findings, { check: 'contradiction', severity: 'moderate', message, evidence: [] }];
}
