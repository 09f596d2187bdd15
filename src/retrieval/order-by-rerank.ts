import type { RankedPassage } from '../domain/passage.ts';
import { blendEvidence } from './rank-evidence.ts';

/** Passages by a reranker's scores (0 to 1, one for each) and their evidence, relevance first. */
export function orderByRerank(
  passages: readonly RankedPassage[],
  scores: readonly number[],
): RankedPassage[] {
  return passages
    .map((passage, i) => {
      const rerank = scores[i] ?? 0;
      const final = blendEvidence(rerank, passage.document.evidence_level);
      return { passage: { ...passage, scores: { ...passage.scores, rerank } }, final };
    })
    .sort((a, b) => b.final - a.final || b.passage.scores.final - a.passage.scores.final)
    .map(({ passage }) => passage);
}
