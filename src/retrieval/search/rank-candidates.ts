import { z } from 'zod';
import { EVIDENCE_WEIGHTS, type EvidenceLevel } from '../../domain/evidence-level.ts';
import type { Language } from '../../domain/language.ts';
import type { RankedPassage, TermWeight } from '../../domain/passage.ts';
import type { Embedder } from '../embedder.port.ts';
import {
  type CorpusStatistics,
  matchedTerms,
  scoreBm25,
  type TermGroup,
  termCredit,
  weighTerm,
} from './score-terms.ts';

/** A number is rarely what a question is about, however rare it is. */
const NUMBER_SHARE = 0.25;

/** A passage that an engine proposed. */
export interface Proposed {
  passage_id: string;
  evidence_level: EvidenceLevel;
  /** Its terms, repeats kept. */
  terms: readonly string[];
  cosine: number | null;
}

/** A passage with the scores that ranked it. */
export interface Ranked extends Pick<RankedPassage, 'scores' | 'matched_terms'> {
  passage_id: string;
}

interface RankedQuery {
  language: Language;
  /** Vietnamese typed without its marks. */
  terms: readonly TermWeight[];
  groups: readonly TermGroup[];
  /** Asked terms and those of their synonyms. */
  sought: readonly string[];
  corpus: CorpusStatistics;
}

export function weighTerms(asked: readonly string[], corpus: CorpusStatistics): TermWeight[] {
  return asked.map((term) => ({
    term,
    weight: weighTerm(term, corpus) * (/^\d/u.test(term) ? NUMBER_SHARE : 1),
  }));
}

/** Scores what the engine proposed, best first, without what shares nothing with the query. By words alone when no embedder took part. */
export function rankCandidates(
  proposed: readonly Proposed[],
  query: RankedQuery,
  embedder: Embedder | null,
): Ranked[] {
  return proposed
    .map((candidate) => toRanked(candidate, query, embedder))
    .filter(({ scores }) => scores.relevance > 0)
    .sort((a, b) => b.scores.final - a.scores.final || (a.passage_id < b.passage_id ? -1 : 1));
}

function toRanked(
  { passage_id, evidence_level, terms, cosine }: Proposed,
  query: RankedQuery,
  embedder: Embedder | null,
): Ranked {
  const held = new Set(terms);
  const asked = query.terms.map(({ term }) => term);
  const bm25 = scoreBm25(terms, query.sought, query.corpus);
  const lexical = scaleLexical(bm25, query, held);
  const dense = embedder === null ? 0 : scaleCosine(cosine, embedder);
  // A passage whose vector is still to be made, or has no direction, counts by its words, not as one far from the question.
  const hasDirection = cosine !== null && !Number.isNaN(cosine);
  const share = embedder !== null && hasDirection ? embedder.share[query.language] : 0;
  const relevance = fuseScores(lexical, dense, share);
  return {
    passage_id,
    scores: {
      bm25,
      cosine: embedder === null || Number.isNaN(cosine) ? null : cosine,
      lexical,
      dense,
      relevance,
      evidence: EVIDENCE_WEIGHTS[evidence_level],
      final: blendEvidence(relevance, evidence_level),
    },
    matched_terms: matchedTerms(asked, query.groups, held),
  };
}

function scaleCosine(cosine: number | null, { scale: { unrelated, same } }: Embedder): number {
  // A passage of words too short to embed has no direction.
  if (cosine === null || Number.isNaN(cosine)) return 0;
  return Math.min(1, Math.max(0, (cosine - unrelated) / (same - unrelated)));
}

/** A query's terms with their weights, and other terms for some of them. */
interface AnalyzedQuery {
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

/** Settings of the ranking. */
export const RANKING = {
  /** How much of the final score evidence may decide: relevance comes first. */
  evidenceShare: 0.15,
  defaultK: 5,
  maxK: 10,
} as const;

/** Two scores that each mean the same from query to query, as one: `share` of it is the dense one's. */
export function fuseScores(lexical: number, dense: number, share: number): number {
  return (1 - share) * lexical + share * dense;
}

/**
 * Relevance and evidence, relevance first: evidence only scales a passage's own relevance, so that an
 * off-topic meta-analysis never outranks an on-topic cohort study.
 */
export function blendEvidence(relevance: number, level: EvidenceLevel): number {
  return relevance * (1 - RANKING.evidenceShare + RANKING.evidenceShare * EVIDENCE_WEIGHTS[level]);
}

/** How a passage came by its place. Null is a part that took no part in it. */
export const Explanation = z.object({
  /** As the formula gives it; `lexical` is the same on a scale of 0 to 1. */
  bm25: z.number(),
  /** Between the query's vector and the passage's; `dense` is the same on a scale of 0 to 1. */
  cosine: z.number().nullable(),
  lexical: z.number(),
  dense: z.number(),
  /** Both in one. */
  fused: z.number(),
  rerank: z.number().nullable(),
  /** What the passage's level of evidence weighs. */
  evidence: z.number(),
  /** What the order goes by: the reranker's score, or without one the fused, blended with the evidence. */
  final: z.number(),
  matched_terms: z.array(z.string()),
});
export type Explanation = z.infer<typeof Explanation>;

export function explainPassage({ scores, document, matched_terms }: RankedPassage): Explanation {
  const { bm25, cosine, lexical, dense, relevance: fused, evidence, rerank = null } = scores;
  const final = rerank === null ? scores.final : blendEvidence(rerank, document.evidence_level);
  return { bm25, cosine, lexical, dense, fused, rerank, evidence, final, matched_terms };
}
