import { z } from 'zod';
import type { RankedPassage } from '../domain/passage.ts';
import { blendEvidence } from './rank-evidence.ts';

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
  const { bm25, cosine, lexical, dense, relevance, evidence, rerank } = scores;
  const final = rerank === undefined ? scores.final : blendEvidence(rerank, document.evidence_level);
  return {
    bm25,
    cosine,
    lexical,
    dense,
    fused: relevance,
    rerank: rerank ?? null,
    evidence,
    final,
    matched_terms,
  };
}
