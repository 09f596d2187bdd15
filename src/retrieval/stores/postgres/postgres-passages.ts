import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Embedder } from '../../embedder.port.ts';
import type { PassageIndex } from '../../passage-index.port.ts';
import { createPassageIndexOn } from './create-passage-index.ts';
import { bm25IndexOf, entriesOf, type Generation } from './generations.ts';
import type { Candidate, EntryKey, SearchEngine, Wanted } from './search-engine.ts';
import { createTenantVectors, type TenantVectors } from './tenant-vectors.ts';
import { hexOf, vectorLiteral } from './vector-matrix.ts';

/** Passages in PostgreSQL: BM25 by pg_textsearch, cosine by pgvector or in memory. */
export function createPassageIndex(options: {
  db: Kysely<unknown>;
  embedder: Embedder;
  logProblem: (problem: string, error: unknown) => void;
  /** Whether this process lives long enough to be worth reading all vectors into memory. */
  isLongLived: boolean;
  maxVectorBytes?: number;
  /** Up to how many vectors the database compares them. */
  exactUpTo?: number;
}): PassageIndex {
  const { isLongLived, maxVectorBytes = MAX_VECTOR_BYTES, exactUpTo = EXACT_UP_TO, ...parts } = options;
  const vectors = isLongLived ? createTenantVectors({ ...parts, maxBytes: 2 * maxVectorBytes }) : null;
  const engine = createPostgresEngine({ vectors, maxVectorBytes, exactUpTo });
  return createPassageIndexOn({ ...parts, engine });
}

const NAME = 'postgres';
/** Vectors that fit into so many bytes are compared one by one; beyond that a graph of near ones is followed. */
export const MAX_VECTOR_BYTES = 256 * 1024 * 1024;
/** So few are compared in the database: that is faster than keeping them in memory, and none is missed either. */
const EXACT_UP_TO = 3_000;
/** Up to so many the words of each are read where a filter leaves few of many. */
const FEW_BY_WORDS = 3_000;
/** Links of each vector and care in choosing them. */
const GRAPH = { m: 16, efConstruction: 64 };
/** Near vectors kept in sight while following the graph. */
const EF_SEARCH = 200;
/** How far a filtered scan goes before it gives up. */
const MAX_SCAN_TUPLES = 200_000;
/** Longer vectors have no place in pgvector's graph. */
const MAX_GRAPH_DIMENSIONS = 2_000;

/** BM25 by pg_textsearch and cosine by pgvector, or in memory. */
export function createPostgresEngine({
  vectors,
  maxVectorBytes = MAX_VECTOR_BYTES,
  exactUpTo = EXACT_UP_TO,
}: {
  /** Where vectors are kept in memory; null: the database compares them all, as is right for a single question. */
  vectors: TenantVectors | null;
  maxVectorBytes?: number;
  exactUpTo?: number;
}): SearchEngine {
  return {
    name: NAME,
    hasVectorsInEntries: () => true,
    vectorIndexFor: (passages, dimensions) =>
      passages * dimensions > maxVectorBytes && dimensions <= MAX_GRAPH_DIMENSIONS ? 'hnsw' : 'exact',

    async create(tx, generation) {
      await sql`
        create index ${sql.id(bm25IndexOf(generation))} on ${entriesOf(generation)} using bm25 (terms)
        with (text_config = 'simple', k1 = 1.2, b = 0.6)`.execute(tx);
      if (generation.vector_index === 'exact') return;
      await sql`
        create index ${sql.id(`passage_entries_${generation.id}_hnsw`)} on ${entriesOf(generation)}
        using hnsw (embedding vector_cosine_ops)
        with (m = ${sql.lit(GRAPH.m)}, ef_construction = ${sql.lit(GRAPH.efConstruction)})`.execute(tx);
    },

    // The entries' own rows are all there is.
    put: async () => undefined,
    forget: async () => undefined,
    drop: async () => undefined,
    tidy: async () => true,
    waiting: readWaiting,

    async countWaiting(db, generation) {
      const found = await sql<{ waiting: number }>`
        select count(*)::int as waiting from ${entriesOf(generation)} where embedding is null`.execute(db);
      return found.rows[0]?.waiting ?? 0;
    },

    addVectors: updateVectors,

    async find(tx, generation, wanted) {
      if (generation.engine === NAME) {
        return { candidates: await findOwn(tx, generation, wanted), degraded: null };
      }
      // Another engine's vectors are not in the entries; their words are.
      const byWords = { ...wanted, vector: null };
      return {
        candidates: await findIn(tx, generation, byWords, 'compare'),
        degraded: `index: made for ${generation.engine}, not yet for ${NAME}`,
      };
    },
  };

  async function findOwn(tx: Kysely<unknown>, generation: Generation, wanted: Wanted): Promise<Candidate[]> {
    const { vector, query, reachable, stamp, facetIds, candidates } = wanted;
    if (vector === null || reachable <= exactUpTo) return findIn(tx, generation, wanted, 'compare');
    if (generation.vector_index === 'hnsw') {
      vectors?.forget();
      // A filtered scan goes on until it has enough, instead of ending with what the filter left of the first few.
      await sql`
          select set_config('hnsw.ef_search', ${String(EF_SEARCH)}, true),
                 set_config('hnsw.max_scan_tuples', ${String(MAX_SCAN_TUPLES)}, true),
                 set_config('hnsw.iterative_scan', 'strict_order', true)`.execute(tx);
      return findIn(tx, generation, wanted, 'follow');
    }
    const matrix = await vectors?.matrixFor(tx, generation, query.access.tenant_id, stamp);
    const near = matrix?.nearest(vector, facetIds, candidates).map(({ passage_id }) => passage_id);
    return findIn(tx, generation, wanted, near ?? 'compare');
  }
}

/** Candidates by words and by vectors, the latter by comparing all, by following the graph, or as already found. */
async function findIn(
  tx: Kysely<unknown>,
  generation: Generation,
  { query, asked, sought, weights, vector, facetIds, reachable, stamp, candidates }: Wanted,
  byVector: 'compare' | 'follow' | readonly string[],
): Promise<Candidate[]> {
  const entries = entriesOf(generation);
  // The index of words goes through all that match until the filter has left enough: for so few it is faster to read them.
  const isFew = reachable <= FEW_BY_WORDS && reachable * 20 < stamp.passages;
  // Facets of this tenant that the asker may read: `readable` has chosen them in the same transaction.
  const may = sql`facet_id = any(${facetIds}::int[])`;
  const byWords = (terms: readonly string[]) =>
    isFew
      ? sql`select tenant_id, passage_id from ${entries} where ${may} and ${coverage(terms, weights)} > 0
            order by ${coverage(terms, weights)} desc limit ${candidates}`
      : sql`select tenant_id, passage_id from ${entries} where ${may}
            order by terms <@> to_bm25query(${terms.join(' ')}, ${bm25IndexOf(generation)}) limit ${candidates}`;
  const none = sql`select null::text as tenant_id, null::text as passage_id where false`;
  const literal = vector === null ? null : vectorLiteral(vector);
  const near = () => {
    if (literal === null) return none;
    if (byVector !== 'compare' && byVector !== 'follow') {
      return sql`select ${query.access.tenant_id}::text, unnest(${byVector}::text[])`;
    }
    const distance = sql`embedding <=> ${literal}::vector`;
    // A sum is no order that the graph knows: the rows the filter leaves are compared instead.
    const order = byVector === 'follow' ? distance : sql`(${distance}) + 0`;
    return sql`select tenant_id, passage_id from ${entries} where ${may} and embedding is not null
               order by ${order} limit ${candidates}`;
  };
  const found = await sql<Candidate>`
    with by_words as (${byWords(asked)}),
         by_other_words as (${sought.length > asked.length ? byWords(sought) : none}),
         by_vector (tenant_id, passage_id) as (${near()})
    select e.passage_id, e.document_id, e.revision::text as revision,
           ${literal === null ? sql`null::float8` : sql`1 - (e.embedding <=> ${literal}::vector)`} as cosine
    from (select * from by_words union select * from by_other_words union select * from by_vector) as hit
    join ${entries} e using (tenant_id, passage_id)
    where ${may}`.execute(tx);
  return found.rows;
}

async function* readWaiting(
  db: Kysely<unknown>,
  generation: Generation,
  limit: number,
): AsyncGenerator<EntryKey[]> {
  let after = { tenant_id: '', passage_id: '' };
  for (;;) {
    const found = await sql<EntryKey>`
      select tenant_id, passage_id, revision::text as revision from ${entriesOf(generation)}
      where embedding is null and (tenant_id, passage_id) > (${after.tenant_id}, ${after.passage_id})
      order by tenant_id, passage_id limit ${limit}`.execute(db);
    const last = found.rows.at(-1);
    if (!last) return;
    yield found.rows;
    after = last;
  }
}

async function updateVectors(
  db: Kysely<unknown>,
  generation: Generation,
  added: readonly (EntryKey & { vector: Float32Array })[],
): Promise<void> {
  const rows = added.map(({ vector, ...key }) => ({
    ...key,
    embedding: vectorLiteral(vector),
    code: hexOf(vector),
  }));
  await sql`
    with changed as (
      update tenant_revisions set vectors = nextval('document_revisions')
      where tenant_id = any(${[...new Set(added.map(({ tenant_id }) => tenant_id))]}))
    update ${entriesOf(generation)} e set embedding = row.embedding, code = row.code
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(
           tenant_id text, passage_id text, revision bigint, embedding vector, code bytea)
    where e.tenant_id = row.tenant_id and e.passage_id = row.passage_id and e.revision = row.revision`.execute(
    db,
  );
}

/** How much of what is sought an entry holds: the weights of those terms together. */
function coverage(terms: readonly string[], weights: ReadonlyMap<string, number>): RawBuilder<number> {
  const parts = terms.map(
    (term) =>
      sql`case when strpos(' ' || terms || ' ', ${` ${term} `}) > 0 then ${weights.get(term) ?? 0}::float8 else 0 end`,
  );
  return sql`(${parts.length === 0 ? sql`0` : sql.join(parts, sql` + `)})`;
}
