import type { KnowledgeDocument, RankedPassage } from '../../domain/passage.ts';

type SyntheticDocument = Pick<
  KnowledgeDocument,
  'id' | 'title' | 'text' | 'language' | 'scope' | 'department' | 'created_at'
> & {
  source_type: 'calculation' | 'log' | 'resolution';
};

/** A passage that code made (a calculation, log lines, a settled contradiction), so that it is quoted and checked like any source. */
export function syntheticPassage({ text, ...document }: SyntheticDocument): RankedPassage {
  return {
    id: `${document.id}#0`,
    document_id: document.id,
    heading: '',
    heading_path: [],
    text,
    start: 0,
    end: text.length,
    page: null,
    document: {
      ...document,
      collection: document.source_type,
      evidence_level: 'expert_opinion',
      journal: 'Galen',
      year: new Date(document.created_at).getUTCFullYear(),
      url: null,
      pmid: null,
      reference: null,
      role: null,
      topic: null,
      sub_topic: null,
    },
    scores: { bm25: 0, cosine: null, lexical: 1, dense: 0, relevance: 1, evidence: 1, final: 1 },
    matched_terms: [],
  };
}

/** Whether code made the passage, rather than found it in the knowledge base. */
export function isSynthetic({ document }: RankedPassage): boolean {
  return ['calculation', 'log', 'resolution'].includes(document.collection);
}
