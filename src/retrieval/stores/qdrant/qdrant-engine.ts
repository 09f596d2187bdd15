import { FACETS, type Facet, type Generation } from '../postgres/generations.ts';
import type { Candidate, EntryKey, NewEntry, SearchEngine, Wanted } from '../postgres/search-engine.ts';
import type { QdrantClient, QdrantFieldSchema, QdrantPrefetch, QdrantQuery } from './qdrant-client.ts';
import { fieldAmong, fieldIs, type QdrantFilter, toQdrantFilter } from './qdrant-filter.ts';
import { DENSE, denseVector, PointPayload, pointId, sparseQuery, TERMS, toPoint } from './qdrant-points.ts';
import { openQdrantServer, type QdrantServer, type QdrantSettings } from './qdrant-server.ts';
import { countWaitingQdrantPoints, waitingQdrantPoints } from './scroll-qdrant-points.ts';
import { tidyQdrantPoints } from './tidy-qdrant-points.ts';

/** Far below the 32 MB that a server takes in one request, vectors of 4,096 numbers included. */
const BATCH = 100;

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

/** Words and vectors in Qdrant, and the words in PostgreSQL too, for when Qdrant does not answer. */
export function createQdrantEngine({
  logProblem,
  words,
  ...settings
}: QdrantSettings & {
  logProblem: (problem: string, error: unknown) => void;
  /** Finds by the entries' words. */
  words: SearchEngine;
}): SearchEngine {
  const server = openQdrantServer(settings);
  return {
    name: 'qdrant',
    hasVectorsInEntries: () => false,
    // Qdrant itself reads all vectors where they are few.
    vectorIndexFor: () => 'hnsw',

    async create(tx, generation) {
      await words.create(tx, { ...generation, vector_index: 'exact' });
      const name = server.collectionOf(generation);
      await server.ask((client) => createQdrantCollection(client, name, generation.dimensions));
    },

    put: (generation, entries) => putQdrantPoints(server, generation, entries),

    async forget(generation, documents) {
      try {
        await deleteQdrantPoints(server, generation, documents);
      } catch (error) {
        // Never shown, since their revision is not the stored one; `tidy` takes them away.
        logProblem('points of replaced passages were left in the search engine', error);
      }
    },

    async drop(generation) {
      const collection = server.collectionOf(generation);
      await server.ask((client) => client.deleteCollection(collection));
    },

    async find(tx, generation, wanted) {
      try {
        return { candidates: await findQdrantPoints(server, generation, wanted), degraded: null };
      } catch (error) {
        wanted.query.signal.throwIfAborted();
        logProblem('the search engine does not answer; searched by words alone', error);
        const byWords = await words.find(tx, generation, { ...wanted, vector: null });
        return { ...byWords, degraded: 'qdrant: unavailable' };
      }
    },

    tidy: (db, generation) => tidyQdrantPoints(server, db, generation),
    waiting: (_, generation, limit) => waitingQdrantPoints(server, generation, limit),
    countWaiting: (_, generation) => countWaitingQdrantPoints(server, generation),
    addVectors: (_, generation, vectors) => addQdrantVectors(server, generation, vectors),
  };
}

/** A collection for the points of one generation, with its indexes. */
async function createQdrantCollection(client: QdrantClient, name: string, dimensions: number): Promise<void> {
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

/** All ways of searching in one request, each within what access and filters leave. */
async function findQdrantPoints(
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

/** Returns when all of them can be found. */
async function putQdrantPoints(
  server: QdrantServer,
  generation: Generation,
  entries: readonly NewEntry[],
): Promise<void> {
  const collection = server.collectionOf(generation);
  for (let i = 0; i < entries.length; i += BATCH) {
    const points = entries.slice(i, i + BATCH).map(toPoint);
    await server.ask((client) => client.upsert(collection, { points }));
  }
}

async function addQdrantVectors(
  server: QdrantServer,
  generation: Generation,
  vectors: readonly (EntryKey & { vector: Float32Array })[],
): Promise<void> {
  const collection = server.collectionOf(generation);
  const points = vectors.map(({ vector, ...key }) => ({ id: pointId(key), vector: denseVector(vector) }));
  const directed = points.filter(({ vector }) => Object.keys(vector).length > 0);
  if (directed.length > 0) {
    await server.ask((client) => client.updateVectors(collection, { points: directed }));
  }
  // Only now: a stop before this leaves them waiting, and they are embedded once more.
  const ids = points.map(({ id }) => id);
  await server.ask((client) =>
    client.setPayload(collection, { payload: { awaits_vector: false }, points: ids }),
  );
}

/** Takes away the points of these documents, but for those of the revisions given. */
async function deleteQdrantPoints(
  server: QdrantServer,
  generation: Generation,
  documents: readonly { tenant_id: string; document_id: string; revision: string | null }[],
): Promise<void> {
  const collection = server.collectionOf(generation);
  for (const tenantId of new Set(documents.map(({ tenant_id }) => tenant_id))) {
    const own = documents.filter(({ tenant_id }) => tenant_id === tenantId);
    for (let i = 0; i < own.length; i += BATCH) {
      const some = own.slice(i, i + BATCH);
      // No two documents ever have the same revision.
      const kept = some.flatMap(({ revision }) => (revision === null ? [] : [revision]));
      const ids = some.map(({ document_id }) => document_id);
      const filter = {
        must: [fieldIs('tenant_id', tenantId), fieldAmong('document_id', ids)],
        must_not: kept.length === 0 ? [] : [fieldAmong('revision', kept)],
      };
      await server.ask((client) => client.delete(collection, { filter }));
    }
  }
}
