import type { CorpusStatistics } from './score-bm25.ts';

/** In fewer passages than this every term may be looked for. */
const MANY_PASSAGES = 20_000;
/** A term in more than this share of the passages tells little and is slow to look for. */
const COMMON_SHARE = 0.05;
/** Where fewer rare terms are asked for, the least common of the others are looked for too. */
const ENOUGH_TERMS = 3;

/**
 * The terms by which candidates are looked for: in a large collection not the common ones, as long as there are rarer.
 * What is found is scored by all terms.
 */
export function tellingTerms(
  terms: readonly string[],
  { passages, passagesWith }: CorpusStatistics,
): readonly string[] {
  if (passages < MANY_PASSAGES) return terms;
  const holding = (term: string) => passagesWith.get(term) ?? 0;
  const known = terms.filter((term) => holding(term) > 0).sort((a, b) => holding(a) - holding(b));
  const telling = known.filter((term, i) => i < ENOUGH_TERMS || holding(term) <= passages * COMMON_SHARE);
  return telling.length === 0 ? terms : telling;
}
