import type { DeskEvidence } from '../../domain/desk-results.ts';
import type { RankedPassage } from '../../domain/passage.ts';

/** A source as the desk tells of it. */
export function evidenceOf({ document, scores }: RankedPassage): DeskEvidence {
  const { collection } = document;
  return {
    url: document.url,
    created_at: document.created_at,
    source_type:
      collection === 'log' || collection === 'calculation' || collection === 'resolution'
        ? collection
        : 'rag',
    scope: document.scope,
    relevance_score: Math.round(scores.relevance * 1_000) / 1_000,
  };
}
