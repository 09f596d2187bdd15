import { FACETS, type Facet } from '../postgres/generations.ts';
import type { QdrantClient, QdrantFieldSchema } from './qdrant-client.ts';
import { DENSE, TERMS } from './qdrant-points.ts';

const KEYWORD = { type: 'keyword' } as const;
/** Every field that is filtered by has an index, so that filters are applied while the graph is followed. */
const FIELDS: Readonly<Record<keyof Facet, QdrantFieldSchema>> = {
  // Keeps each tenant's points together on disk.
  tenant_id: { type: 'keyword', is_tenant: true },
  scope: KEYWORD,
  department: KEYWORD,
  collection: KEYWORD,
  role: KEYWORD,
  topic: KEYWORD,
  sub_topic: KEYWORD,
  source_type: KEYWORD,
  evidence_level: KEYWORD,
  year: { type: 'integer', lookup: false, range: true },
  language: KEYWORD,
};

/** A collection for the points of one generation, with its indexes. */
export async function createQdrantCollection(
  client: QdrantClient,
  name: string,
  dimensions: number,
): Promise<void> {
  await client.createCollection(name, {
    vectors: { [DENSE]: { size: dimensions, distance: 'Cosine' } },
    // The server weighs each term by how rare it is among all points.
    sparse_vectors: { [TERMS]: { modifier: 'idf' } },
  });
  const own: [string, QdrantFieldSchema][] = [
    ['document_id', KEYWORD],
    ['revision', KEYWORD],
    ['awaits_vector', { type: 'bool' }],
  ];
  const fields = FACETS.map((name) => [name, FIELDS[name]] as const);
  for (const [field_name, field_schema] of [...fields, ...own]) {
    await client.createPayloadIndex(name, { field_name, field_schema });
  }
}
