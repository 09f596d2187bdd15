import { type Kysely, sql } from 'kysely';
import type { Embedder } from '../../embedder.port.ts';
import type { PassageIndex } from '../../passage-index.port.ts';
import { createPassageIndexOn } from '../postgres/create-passage-index.ts';
import { entriesOf, FACETS, type Facet, type Generation } from '../postgres/generations.ts';
import { createPostgresEngine } from '../postgres/postgres-passages.ts';
import { countEntries } from '../postgres/rebuild-index.ts';
import type { Candidate, EntryKey, SearchEngine, Wanted } from '../postgres/search-engine.ts';
import {
  openQdrantServer,
  type QdrantClient,
  type QdrantFieldSchema,
  type QdrantFilter,
  type QdrantPrefetch,
  type QdrantQuery,
  type QdrantSettings,
} from './qdrant-client.ts';
import {
  DENSE,
  denseVector,
  fieldAmong,
  fieldIs,
  PointPayload,
  pointId,
  sparseQuery,
  TERMS,
  toPoint,
  toQdrantFilter,
} from './qdrant-points.ts';

type LogProblem = (problem: string, error: unknown) => void;

/** Passages in PostgreSQL, found by Qdrant. */
export function createQdrantPassages({
  db,
  embedder,
  logProblem,
  ...settings
}: QdrantSettings & { db: Kysely<unknown>; embedder: Embedder; logProblem: LogProblem }): PassageIndex {
  const postgres = createPostgresEngine({ vectors: null });
  const qdrant = createQdrantEngine({ ...settings, logProblem, words: postgres });
  return createPassageIndexOn({ db, embedder, logProblem, engine: engineByGeneration(qdrant, postgres) });
}

/** Makes generations by one engine, and leaves those that another one made to that one until they are replaced. */
function engineByGeneration(current: SearchEngine, former: SearchEngine): SearchEngine {
  const of = ({ engine }: Generation) => (engine === current.name ? current : former);
  return {
    name: current.name,
    vectorIndexFor: current.vectorIndexFor,
    hasVectorsInEntries: (generation) => of(generation).hasVectorsInEntries(generation),
    create: (tx, generation) => of(generation).create(tx, generation),
    put: (generation, entries) => of(generation).put(generation, entries),
    forget: (generation, documents) => of(generation).forget(generation, documents),
    drop: (generation) => of(generation).drop(generation),
    find: (tx, generation, wanted) => of(generation).find(tx, generation, wanted),
    tidy: (db, generation) => of(generation).tidy(db, generation),
    waiting: (db, generation, limit) => of(generation).waiting(db, generation, limit),
    countWaiting: (db, generation) => of(generation).countWaiting(db, generation),
    addVectors: (db, generation, vectors) => of(generation).addVectors(db, generation, vectors),
  };
}

/** Far below the 32 MB that a server takes in one request, vectors of 4,096 numbers included. */
const BATCH = 100;
const KEYS_AT_ONCE = 1_000;
const AWAITS_VECTOR: QdrantFilter = { must: [fieldIs('awaits_vector', true)] };
const READ_BACK = Object.keys(PointPayload.shape);

/** Words and vectors in Qdrant, and the words in PostgreSQL too, for when Qdrant does not answer. */
function createQdrantEngine({
  logProblem,
  words,
  ...settings
}: QdrantSettings & { logProblem: LogProblem /** Finds by the entries' words. */; words: SearchEngine }) {
  const server = openQdrantServer(settings);
  const { ask, collectionOf } = server;

  const engine: SearchEngine = {
    name: 'qdrant',
    hasVectorsInEntries: () => false,
    // Qdrant itself reads all vectors where they are few.
    vectorIndexFor: () => 'hnsw',

    async create(tx, generation) {
      await words.create(tx, { ...generation, vector_index: 'exact' });
      await ask((client) => createCollection(client, collectionOf(generation), generation.dimensions));
    },

    /** Returns when all of them can be found. */
    async put(generation, entries) {
      for (const some of batches(entries)) {
        await ask((client) => client.upsert(collectionOf(generation), { points: some.map(toPoint) }));
      }
    },

    /** But for the points of the revisions given. */
    async forget(generation, documents) {
      try {
        for (const tenantId of new Set(documents.map(({ tenant_id }) => tenant_id))) {
          for (const some of batches(documents.filter(({ tenant_id }) => tenant_id === tenantId))) {
            // No two documents ever have the same revision.
            const kept = some.flatMap(({ revision }) => revision ?? []);
            const ids = some.map(({ document_id }) => document_id);
            const filter = {
              must: [fieldIs('tenant_id', tenantId), fieldAmong('document_id', ids)],
              must_not: kept.length === 0 ? [] : [fieldAmong('revision', kept)],
            };
            await ask((client) => client.delete(collectionOf(generation), { filter }));
          }
        }
      } catch (error) {
        // Never shown, since their revision is not the stored one; `tidy` takes them away.
        logProblem('points of replaced passages were left in the search engine', error);
      }
    },

    async drop(generation) {
      await ask((client) => client.deleteCollection(collectionOf(generation)));
    },

    async find(tx, generation, wanted) {
      try {
        return { candidates: await findPoints(generation, wanted), degraded: null };
      } catch (error) {
        wanted.query.signal.throwIfAborted();
        logProblem('the search engine does not answer; searched by words alone', error);
        const byWords = await words.find(tx, generation, { ...wanted, vector: null });
        return { ...byWords, degraded: 'qdrant: unavailable' };
      }
    },

    /** Takes away points that no entry stands for; false when there are fewer points than entries. */
    async tidy(db, generation) {
      // Counted without a lock first: mostly there is nothing to do, and nobody has to wait for it.
      const seen = await count(db, generation);
      if (seen.points === seen.entries) return true;
      const { points, entries, revision } = await takeStock(db, generation);
      if (points < entries) return false;
      for await (const keys of scroll(generation, { limit: KEYS_AT_ONCE })) {
        const leftover = (await withoutEntry(db, generation, keys, revision)).map(pointId);
        if (leftover.length === 0) continue;
        await ask((client) => client.delete(collectionOf(generation), { points: leftover }));
      }
      return true;
    },

    waiting: (_, generation, limit) => scroll(generation, { limit, filter: AWAITS_VECTOR }),

    async countWaiting(_, generation) {
      const { count } = await ask((client) =>
        client.count(collectionOf(generation), { filter: AWAITS_VECTOR, exact: true }),
      );
      return count;
    },

    async addVectors(_, generation, vectors) {
      const collection = collectionOf(generation);
      const points = vectors.map(({ vector, ...key }) => ({ id: pointId(key), vector: denseVector(vector) }));
      const directed = points.filter(({ vector }) => Object.keys(vector).length > 0);
      if (directed.length > 0) await ask((client) => client.updateVectors(collection, { points: directed }));
      // Only now: a stop before this leaves them waiting, and they are embedded once more.
      const ids = points.map(({ id }) => id);
      await ask((client) =>
        client.setPayload(collection, { payload: { awaits_vector: false }, points: ids }),
      );
    },
  };
  return engine;

  /** All ways of searching in one request, each within what access and filters leave. */
  async function findPoints(generation: Generation, wanted: Wanted): Promise<Candidate[]> {
    const { query, vector } = wanted;
    const filter = toQdrantFilter(query.access, query.filters);
    // Where nothing may be found, nothing is asked.
    if (filter === null || wanted.reachable === 0) return [];
    const searches =
      vector === null
        ? [byWordsAlone(wanted, filter)]
        : [
            byVectorAndWords(wanted, vector, filter),
            byWordsAlone(wanted, { ...filter, must_not: [{ has_vector: DENSE }] }),
          ];
    const answers = await server.search(
      (client) => client.queryBatch(collectionOf(generation), { searches }),
      query.signal,
    );
    return answers.flatMap(({ points }, i) =>
      points.map(({ payload, score }) => {
        const { passage_id, document_id, revision } = PointPayload.parse(payload);
        return { passage_id, document_id, revision, cosine: vector !== null && i === 0 ? score : null };
      }),
    );
  }

  /** Every point, or those of the filter, so many at a time. */
  async function* scroll(
    generation: Generation,
    request: { limit: number; filter?: QdrantFilter },
  ): AsyncGenerator<EntryKey[]> {
    let next: { offset?: string | number } = {};
    for (;;) {
      const page = await ask((client) =>
        client.scroll(collectionOf(generation), { ...request, ...next, with_payload: READ_BACK }),
      );
      yield page.points.map(({ payload }) => PointPayload.parse(payload));
      const offset = page.next_page_offset;
      if (typeof offset !== 'string' && typeof offset !== 'number') return;
      next = { offset };
    }
  }

  /** Counted while nobody changes anything. Points of revisions up to this one are committed by now, or never will be. */
  function takeStock(db: Kysely<unknown>, generation: Generation) {
    return db.transaction().execute(async (tx) => {
      await sql`lock table documents in share row exclusive mode`.execute(tx);
      const last = await sql<{ revision: string }>`
        select last_value::text as revision from document_revisions`.execute(tx);
      return { ...(await count(tx, generation)), revision: last.rows[0]?.revision ?? '0' };
    });
  }

  async function count(db: Kysely<unknown>, generation: Generation) {
    const collection = collectionOf(generation);
    const points = await ask(async (client) => {
      const { exists } = await client.collectionExists(collection);
      return exists ? (await client.count(collection, { exact: true })).count : 0;
    });
    return { points, entries: await countEntries(db, generation) };
  }
}

function batches<Item>(items: readonly Item[]): Item[][] {
  const starts = Array.from({ length: Math.ceil(items.length / BATCH) }, (_, i) => i * BATCH);
  return starts.map((start) => items.slice(start, start + BATCH));
}

const KEYWORD = { type: 'keyword' } as const;
/** Every field that is filtered by has an index, so that filters are applied while the graph is followed. */
const FIELDS: Readonly<Partial<Record<keyof Facet, QdrantFieldSchema>>> = {
  // Keeps each tenant's points together on disk.
  tenant_id: { type: 'keyword', is_tenant: true },
  year: { type: 'integer', lookup: false, range: true },
};

/** A collection for the points of one generation, with its indexes. */
async function createCollection(client: QdrantClient, name: string, dimensions: number): Promise<void> {
  await client.createCollection(name, {
    vectors: { [DENSE]: { size: dimensions, distance: 'Cosine' } },
    // The server weighs each term by how rare it is among all points.
    sparse_vectors: { [TERMS]: { modifier: 'idf' } },
  });
  const fields: [string, QdrantFieldSchema][] = [
    ...FACETS.map((name): [string, QdrantFieldSchema] => [name, FIELDS[name] ?? KEYWORD]),
    ['document_id', KEYWORD],
    ['revision', KEYWORD],
    ['awaits_vector', { type: 'bool' }],
  ];
  for (const [field_name, field_schema] of fields) {
    await client.createPayloadIndex(name, { field_name, field_schema });
  }
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
  return { prefetch, limit: prefetch.length * candidates, with_payload: READ_BACK };
}

function byWords({ asked, sought, candidates }: Wanted, filter: QdrantFilter): QdrantPrefetch[] {
  const lists = sought.length > asked.length ? [asked, sought] : [asked];
  return lists.map((terms) => ({ query: sparseQuery(terms), using: TERMS, filter, limit: candidates }));
}

async function withoutEntry(
  db: Kysely<unknown>,
  generation: Generation,
  keys: readonly EntryKey[],
  revision: string,
): Promise<EntryKey[]> {
  const found = await sql<EntryKey>`
    select k.tenant_id, k.passage_id, k.revision::text as revision
    from json_to_recordset(${JSON.stringify(keys)}::json) as k(tenant_id text, passage_id text, revision bigint)
    where k.revision <= ${revision}::bigint
      and not exists (select from ${entriesOf(generation)} e
                      where e.tenant_id = k.tenant_id and e.passage_id = k.passage_id and e.revision = k.revision)`.execute(
    db,
  );
  return found.rows;
}
