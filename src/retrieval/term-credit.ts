import type { Language } from '../domain/language.ts';
import type { Expansion } from '../domain/passage.ts';
import { analyzeText } from './analysis/analyze-text.ts';

/** Terms of a query and other terms that say the same. */
export interface TermGroup {
  phrase: readonly string[];
  alternatives: readonly (readonly string[])[];
}

/** What a synonym in the asked word's place is worth. */
const SYNONYM_CREDIT = 0.85;

export function analyzeExpansions(expansions: readonly Expansion[], language: Language): TermGroup[] {
  return expansions.map(({ phrase, alternatives }) => ({
    phrase: analyzeText(phrase, language),
    alternatives: alternatives.map((alternative) => analyzeText(alternative, language)),
  }));
}

/** How far a text that holds these terms speaks of an asked one: itself, by a synonym, or not at all. */
export function termCredit(term: string, groups: readonly TermGroup[], held: ReadonlySet<string>): number {
  if (held.has(term)) return 1;
  const bySynonym = groups.some(
    ({ phrase, alternatives }) =>
      phrase.includes(term) &&
      alternatives.some((words) => words.length > 0 && words.every((word) => held.has(word))),
  );
  return bySynonym ? SYNONYM_CREDIT : 0;
}

/** The asked terms a text speaks of, and the words in which it does so: a brand's substance, say. */
export function matchedTerms(
  asked: readonly string[],
  groups: readonly TermGroup[],
  held: ReadonlySet<string>,
): string[] {
  const spoken = asked.filter((term) => termCredit(term, groups, held) > 0);
  const inOtherWords = groups
    .flatMap(({ alternatives }) => alternatives)
    .filter((words) => words.every((word) => held.has(word)));
  return [...new Set([...spoken, ...inOtherWords.flat()])];
}
