import { randomUUID } from 'node:crypto';
import type { Access } from '../../domain/access.ts';
import type { KnowledgeDocument } from '../../domain/passage.ts';
import type { PassageIndex, PassageQuery, SearchResult } from '../passage-index.port.ts';
import { sampleQuery, storeDocument } from './sample-documents.ts';

/** A tenant of a test's own, with a reader of everything public. */
export function sampleTenant(index: PassageIndex) {
  const tenant_id = randomUUID();
  const access: Access = { tenant_id, scopes: ['public'], departments: [] };
  return {
    tenant_id,
    access,
    store: (part: Partial<KnowledgeDocument>) => storeDocument(index, { tenant_id, ...part }),
    ask: (query: string, part: Partial<PassageQuery> = {}, by = index) =>
      by.search(sampleQuery(query, { access, ...part })),
  };
}

export function documentIds({ passages }: SearchResult): string[] {
  return passages.map(({ document_id }) => document_id);
}
