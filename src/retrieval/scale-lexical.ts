import type { TermWeight } from '../domain/passage.ts';
import { analyzeText } from './analysis/analyze-text.ts';
import type { PassageQuery } from './passage-index.port.ts';

/** A query's terms with their weights, and other terms for some of them. */
export interface AnalyzedQuery {
  terms: readonly TermWeight[];
  groups: readonly TermGroup[];
}

interface TermGroup {
  phrase: readonly string[];
  alternatives: readonly (readonly string[])[];
}

/** What a synonym in the asked word's place is worth. */
const SYNONYM_CREDIT = 0.85;

export function analyzeExpansions({ expansions, language }: PassageQuery): TermGroup[] {
  return expansions.map(({ phrase, alternatives }) => ({
    phrase: analyzeText(phrase, language),
    alternatives: alternatives.map((alternative) => analyzeText(alternative, language)),
  }));
}

/**
 * A BM25 score on a scale that means the same for every query: against what a passage would score that holds
 * every asked term once, and never above the share of the question that the passage speaks of at all. Many
 * mentions of one word cannot make up for the subject missing.
 */
export function scaleLexical(bm25: number, query: AnalyzedQuery, held: ReadonlySet<string>): number {
  const ideal = query.terms.reduce((sum, { weight }) => sum + weight, 0);
  if (ideal === 0) return 0;
  const covered = query.terms.reduce(
    (sum, { term, weight }) => sum + weight * creditFor(term, query, held),
    0,
  );
  return Math.min(1, bm25 / ideal) * (covered / ideal);
}

function creditFor(term: string, { groups }: AnalyzedQuery, held: ReadonlySet<string>): number {
  if (held.has(term)) return 1;
  const bySynonym = groups.some(
    ({ phrase, alternatives }) =>
      phrase.includes(term) &&
      alternatives.some((words) => words.length > 0 && words.every((word) => held.has(word))),
  );
  return bySynonym ? SYNONYM_CREDIT : 0;
}
