import type { KnowledgeDocument, RankedPassage } from '../../domain/passage.ts';
import { citePassage } from '../../tools/make-citable.ts';

type SyntheticDocument = Pick<
  KnowledgeDocument,
  'id' | 'title' | 'text' | 'language' | 'scope' | 'department' | 'created_at'
> & {
  source_type: 'calculation' | 'log' | 'resolution';
};

/** A passage that code made (a calculation, log lines, a settled contradiction), so that it is quoted and checked like any source. */
export function syntheticPassage({ text, ...document }: SyntheticDocument): RankedPassage {
  const described = {
    ...document,
    collection: document.source_type,
    evidence_level: 'expert_opinion',
    journal: 'Galen',
    year: new Date(document.created_at).getUTCFullYear(),
    url: null,
  } as const;
  const passage = citePassage(described, { id: `${document.id}#0`, heading: '', text, start: 0 }, 1);
  return { ...passage, scores: { ...passage.scores, lexical: 1, evidence: 1 } };
}

/** Whether code made the passage, rather than found it in the knowledge base. */
export function isSynthetic({ document }: RankedPassage): boolean {
  return ['calculation', 'log', 'resolution'].includes(document.collection);
}
