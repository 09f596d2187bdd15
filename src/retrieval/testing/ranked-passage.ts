import { EVIDENCE_WEIGHTS } from '../../domain/evidence-level.ts';
import type { KnowledgeDocument, RankedPassage } from '../../domain/passage.ts';
import { analyzeText } from '../../language/search-terms/analyze-text.ts';
import { blendEvidence } from '../search/rank-candidates.ts';
import { sampleDocument } from './sample-documents.ts';

type Parts = Partial<Omit<RankedPassage, 'scores' | 'document'>> & {
  scores?: Partial<RankedPassage['scores']>;
  document?: Partial<KnowledgeDocument>;
};

/** A passage as a search would give it; all of its document unless said otherwise. */
export function rankedPassage({ scores, document: part, ...passage }: Parts = {}): RankedPassage {
  const { text, tenant_id: _, ...document } = sampleDocument(part);
  const relevance = scores?.relevance ?? 0.8;
  return {
    id: `${document.id}#0`,
    document_id: document.id,
    heading: '',
    heading_path: [],
    page: null,
    text,
    start: 0,
    end: (passage.text ?? text).length,
    matched_terms: analyzeText(`${document.title} ${text}`, document.language),
    ...passage,
    document,
    scores: {
      bm25: relevance,
      cosine: relevance,
      lexical: relevance,
      dense: relevance,
      relevance,
      evidence: EVIDENCE_WEIGHTS[document.evidence_level],
      final: blendEvidence(relevance, document.evidence_level),
      ...scores,
    },
  };
}
