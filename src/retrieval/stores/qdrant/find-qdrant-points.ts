import type { Generation } from '../postgres/generations.ts';
import type { Candidate, Wanted } from '../postgres/search-engine.ts';
import type { QdrantPrefetch, QdrantQuery } from './qdrant-client.ts';
import { type QdrantFilter, toQdrantFilter } from './qdrant-filter.ts';
import { DENSE, PointPayload, sparseQuery, TERMS } from './qdrant-points.ts';
import type { QdrantServer } from './qdrant-server.ts';

/** All ways of searching in one request, each within what access and filters leave. */
export async function findQdrantPoints(
  server: QdrantServer,
  generation: Generation,
  wanted: Wanted,
): Promise<Candidate[]> {
  const { query, vector } = wanted;
  const filter = toQdrantFilter(query.access, query.filters);
  // Where nothing may be found, nothing is asked.
  if (filter === null || wanted.reachable === 0) return [];
  const searches =
    vector === null
      ? [byWordsAlone(wanted, filter)]
      : [byVectorAndWords(wanted, vector, filter), byWordsAlone(wanted, withoutVector(filter))];
  const collection = server.collectionOf(generation);
  const answers = await server.search((client) => client.queryBatch(collection, { searches }), query.signal);
  return answers.flatMap(({ points }, i) =>
    points.map(({ payload, score }) => {
      const { passage_id, document_id, revision } = PointPayload.parse(payload);
      return { passage_id, document_id, revision, cosine: vector !== null && i === 0 ? score : null };
    }),
  );
}

/** What words or the vector propose, each with its cosine: points without a vector drop out. */
function byVectorAndWords(wanted: Wanted, vector: Float32Array, filter: QdrantFilter): QdrantQuery {
  const nearest = { query: Array.from(vector), using: DENSE, filter };
  const prefetch = [...byWords(wanted, filter), { ...nearest, limit: wanted.candidates }];
  return { ...asked(prefetch, wanted), ...nearest };
}

function byWordsAlone(wanted: Wanted, filter: QdrantFilter): QdrantQuery {
  // The order is of no weight: candidates are scored anew.
  return { ...asked(byWords(wanted, filter), wanted), query: { fusion: 'rrf' }, filter };
}

function asked(prefetch: QdrantPrefetch[], { candidates }: Wanted): Omit<QdrantQuery, 'query'> {
  return { prefetch, limit: prefetch.length * candidates, with_payload: Object.keys(PointPayload.shape) };
}

function byWords({ asked, sought, candidates }: Wanted, filter: QdrantFilter): QdrantPrefetch[] {
  const lists = sought.length > asked.length ? [asked, sought] : [asked];
  return lists.map((terms) => ({ query: sparseQuery(terms), using: TERMS, filter, limit: candidates }));
}

function withoutVector({ must }: QdrantFilter): QdrantFilter {
  return { must, must_not: [{ has_vector: DENSE }] };
}
