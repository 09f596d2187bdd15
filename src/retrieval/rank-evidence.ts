import { EVIDENCE_WEIGHTS, type EvidenceLevel } from '../domain/evidence-level.ts';

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
