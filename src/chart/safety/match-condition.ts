import { foldDiacritics } from '../../domain/fold-diacritics.ts';
import type { ConditionEntry } from './condition-entries.ts';
import { hasPhrase } from './has-phrase.ts';
import type { SafetyTables } from './safety-tables.ts';

/** Somebody else's, or not there: unmarked. */
const NOT_THIS_ONE =
  /\b(?:family history|no history|no evidence of|ruled out|risk of|at risk|screening for|tien su gia dinh|khong co|loai tru|nguy co|tam soat)\b/u;

/** Whether an entry of the chart is this condition, by its codes or by its words. */
export function matchesCondition(
  { words, not_words = [], icd10, snomed = [] }: SafetyTables['conditions'][number],
  { text, codes }: ConditionEntry,
): boolean {
  if (NOT_THIS_ONE.test(foldDiacritics(text.toLowerCase()))) return false;
  if (not_words.some((word) => hasPhrase(text, word))) return false;
  const isCoded = codes.some(
    (code) => snomed.includes(code) || icd10.some((start) => code.toUpperCase().startsWith(start)),
  );
  return isCoded || words.some((word) => hasPhrase(text, word));
}
