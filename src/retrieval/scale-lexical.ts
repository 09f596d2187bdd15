import type { TermWeight } from '../domain/passage.ts';
import { type TermGroup, termCredit } from './term-credit.ts';

/** A query's terms with their weights, and other terms for some of them. */
export interface AnalyzedQuery {
  terms: readonly TermWeight[];
  groups: readonly TermGroup[];
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
    (sum, { term, weight }) => sum + weight * termCredit(term, query.groups, held),
    0,
  );
  return Math.min(1, bm25 / ideal) * (covered / ideal);
}
