import { type Kysely, sql } from 'kysely';
import { bm25IndexOf, entriesOf, type Generation } from './generations.ts';
import type { Candidate, SearchEngine, Wanted } from './search-engine.ts';
import { vectorLiteral } from './vector-literal.ts';

/** From so many passages on a graph of vectors is worth its making: reading all of them would take too long. */
const GRAPH_FROM = 10_000;
/** So few are read one by one even where there is a graph: faster, and none is missed. */
const EXACT_UP_TO = 5_000;
/** Links of each vector and care in choosing them. */
const GRAPH = { m: 8, efConstruction: 40 };
/** Near vectors kept in sight while following the graph. */
const EF_SEARCH = 100;

/** BM25 by pg_textsearch and cosine by pgvector. */
export function createPostgresEngine({ graphFrom = GRAPH_FROM, exactUpTo = EXACT_UP_TO } = {}): SearchEngine {
  return {
    name: 'postgres',
    vectorsInEntries: true,
    vectorIndexFor: (passages) => (passages >= graphFrom ? 'hnsw' : 'exact'),

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

    async find(tx, generation, wanted) {
      const byGraph =
        wanted.vector !== null && generation.vector_index === 'hnsw' && wanted.reachable > exactUpTo;
      if (byGraph) {
        // A filtered scan goes on until it has enough, instead of ending with what the filter left of the first few.
        await sql`
          select set_config('hnsw.ef_search', ${String(EF_SEARCH)}, true),
                 set_config('hnsw.iterative_scan', 'strict_order', true)`.execute(tx);
      }
      return findIn(tx, generation, wanted, byGraph);
    },
  };
}

async function findIn(
  db: Kysely<unknown>,
  generation: Generation,
  { asked, sought, vector, facetIds, candidates }: Wanted,
  byGraph: boolean,
): Promise<Candidate[]> {
  const entries = entriesOf(generation);
  const may = sql`facet_id = any(${facetIds}::int[])`;
  const byWords = (terms: readonly string[], limit: number) => sql`
    select tenant_id, passage_id from ${entries} where ${may}
    order by terms <@> to_bm25query(${terms.join(' ')}, ${bm25IndexOf(generation)}) limit ${limit}`;
  const none = sql`select null::text as tenant_id, null::text as passage_id where false`;
  const literal = vector === null ? null : vectorLiteral(vector);
  const distance = sql`embedding <=> ${literal}::vector`;
  // A sum is no order that the graph knows: the rows the filter leaves are read instead.
  const order = byGraph ? distance : sql`(${distance}) + 0`;
  const found = await sql<Candidate>`
    with by_words as (${byWords(asked, candidates)}),
         by_other_words as (${sought.length > asked.length ? byWords(sought, candidates) : none}),
         by_vector as (${
           literal === null
             ? none
             : sql`select tenant_id, passage_id from ${entries} where ${may} and embedding is not null
                   order by ${order} limit ${candidates}`
         })
    select e.passage_id, e.revision::text as revision,
           ${literal === null ? sql`null::float8` : sql`1 - (e.embedding <=> ${literal}::vector)`} as cosine
    from (select * from by_words union select * from by_other_words union select * from by_vector) as hit
    join ${entries} e using (tenant_id, passage_id)`.execute(db);
  return found.rows;
}
