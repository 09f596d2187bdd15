import type { KnowledgeDocument } from '../../domain/passage.ts';
import { chunkDocument } from '../ingest/chunk-document.ts';
import type { PassageIndex, PassageQuery } from '../passage-index.port.ts';

export function sampleDocument(part: Partial<KnowledgeDocument> = {}): KnowledgeDocument {
  return {
    id: 'sample',
    tenant_id: 'hospital',
    collection: 'literature',
    title: 'Sample',
    text: 'Metformin lowers blood glucose in adults with diabetes.',
    language: 'en',
    source_type: 'pubmed',
    evidence_level: 'rct',
    journal: 'Journal',
    year: 2020,
    url: null,
    pmid: null,
    reference: null,
    scope: 'public',
    department: null,
    role: null,
    topic: null,
    sub_topic: null,
    created_at: '2026-01-01T00:00:00.000Z',
    ...part,
  };
}

export async function storeDocument(
  index: PassageIndex,
  part: Partial<KnowledgeDocument>,
): Promise<KnowledgeDocument> {
  const document = sampleDocument(part);
  await index.replaceDocuments([
    { document, passages: chunkDocument(document), fingerprint: `fingerprint of ${document.text}` },
  ]);
  return document;
}

/** A query by a reader of everything public in the tenant. */
export function sampleQuery(query: string, part: Partial<PassageQuery> = {}): PassageQuery {
  return {
    query,
    expansions: [],
    language: 'en',
    access: { tenant_id: 'hospital', scopes: ['public'], departments: [] },
    filters: {},
    limit: 50,
    signal: new AbortController().signal,
    ...part,
  };
}
