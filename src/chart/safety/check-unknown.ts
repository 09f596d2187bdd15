import type { SafetyFinding } from '../../domain/approval.ts';
import type { Language } from '../../domain/language.ts';
import { hasPhrase } from './has-phrase.ts';
import type { PatientFacts } from './patient-facts.ts';
import { entryOf, say } from './say.ts';

interface UnknownInput {
  medication: string;
  isAnyKnown: boolean;
  unknown: readonly string[];
  facts: PatientFacts;
  language: Language;
}

/** What the tables do not know of a prescription, and where the chart speaks of it by the same name. */
export function checkUnknown({
  medication,
  isAnyKnown,
  unknown,
  facts,
  language,
}: UnknownInput): SafetyFinding[] {
  if (isAnyKnown && unknown.length === 0) return [];
  const names = unknown.length === 0 ? [medication] : unknown;
  const isNamed = ({ text }: { text: string }) => names.some((name) => hasPhrase(text, name));
  const allergies = facts.allergies.filter(isNamed).map((allergy) => ({
    check: 'allergy' as const,
    severity: 'contraindicated' as const,
    message: say(language, {
      en: `The chart records an allergy to ${allergy.text}.`,
      vi: `Hồ sơ ghi dị ứng với ${allergy.text}.`,
    }),
    evidence: [entryOf(allergy)],
  }));
  const duplicates = facts.medication.filter(isNamed).map((taken) => ({
    check: 'duplicate' as const,
    severity: 'major' as const,
    message: say(language, { en: `${taken.text} is already active.`, vi: `${taken.text} đang được dùng.` }),
    evidence: [entryOf(taken)],
  }));
  const message = isAnyKnown
    ? {
        en: `Galen's tables do not know "${names.join(', ')}" in "${medication}": that part was not checked.`,
        vi: `Bảng dữ liệu của Galen không có "${names.join(', ')}" trong "${medication}": phần đó chưa được kiểm tra.`,
      }
    : {
        en: `Galen's tables do not know "${medication}": none of the checks could be made.`,
        vi: `Bảng dữ liệu của Galen không có "${medication}": chưa kiểm tra được gì.`,
      };
  return [
    // Unchecked is not safe: it takes a reason to go on.
    { check: 'missing-data', severity: 'major', message: say(language, message), evidence: [] },
    ...allergies,
    ...duplicates,
  ];
}
