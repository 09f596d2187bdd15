import { type Kysely, type RawBuilder, sql } from 'kysely';

/** How an index was made. One made otherwise than Galen would make it now is rebuilt beside the old one. */
export interface IndexRecipe {
  engine: string;
  analyzer: string;
  embedder: string;
  dimensions: number;
  /** `exact` reads every vector it may, `hnsw` follows a graph of near ones. */
  vector_index: 'exact' | 'hnsw';
}

/** A set of index entries: the one that searches read (`live`), one being built to take its place, or one whose place was taken. */
export interface Generation extends IndexRecipe {
  id: number;
  state: 'live' | 'building' | 'old';
}

export function entriesOf({ id }: Pick<Generation, 'id'>): RawBuilder<unknown> {
  return sql.table(`passage_entries_${id}`);
}

export function lexiconOf({ id }: Pick<Generation, 'id'>): RawBuilder<unknown> {
  return sql.table(`lexicon_${id}`);
}

export function bm25IndexOf({ id }: Pick<Generation, 'id'>): string {
  return `passage_entries_${id}_bm25`;
}

/** All there are, the live one first. */
export async function readGenerations(db: Kysely<unknown>): Promise<Generation[]> {
  const found = await sql<Generation>`
    select id, state, engine, analyzer, embedder, dimensions, vector_index from index_generations
    order by state = 'live' desc, id`.execute(db);
  return found.rows;
}

/** Makes the tables of a new generation, empty. */
export async function addGeneration(tx: Kysely<unknown>, recipe: IndexRecipe): Promise<Generation> {
  const made = await sql<Generation>`
    insert into index_generations (state, engine, analyzer, embedder, dimensions, vector_index)
    values ('building', ${recipe.engine}, ${recipe.analyzer}, ${recipe.embedder}, ${recipe.dimensions},
            ${recipe.vector_index})
    returning id, state, engine, analyzer, embedder, dimensions, vector_index`.execute(tx);
  const generation = made.rows[0];
  if (!generation) throw new Error('no generation was made');
  const entries = entriesOf(generation);
  const named = (suffix: string) => sql.id(`passage_entries_${generation.id}_${suffix}`);
  const dimensions = sql.lit(Math.trunc(generation.dimensions));
  await sql`
    create table ${entries} (
      tenant_id text not null,
      passage_id text not null,
      document_id text not null,
      revision bigint not null,
      facet_id integer not null,
      terms text not null,
      embedding vector(${dimensions}),
      -- The vector in bytes, to be read into memory.
      code bytea,
      primary key (tenant_id, passage_id)
    )`.execute(tx);
  await sql`create index ${named('document')} on ${entries} (tenant_id, document_id, passage_id)`.execute(tx);
  await sql`create index ${named('facet')} on ${entries} (facet_id)`.execute(tx);
  await sql`
    -- Counts change all the time: room beside a row keeps its new version out of the indexes.
    create table ${lexiconOf(generation)} (
      tenant_id text not null,
      -- By its letters alone, so that the index also finds what begins with one.
      term text collate "C" not null,
      -- What is rare in the literature may be common in questions and answers: each kind of source counts for itself.
      source_type text not null,
      passages integer not null,
      occurrences bigint not null,
      primary key (tenant_id, term, source_type)
    ) with (fillfactor = 50)`.execute(tx);
  return generation;
}

/** Drops a generation unless it is live by now; whether it did. */
export async function dropGeneration(tx: Kysely<unknown>, generation: Generation): Promise<boolean> {
  // Whoever changes documents has read which generations there are.
  await sql`lock table documents in share row exclusive mode`.execute(tx);
  const dropped = await sql`
    delete from index_generations where id = ${generation.id} and state <> 'live'`.execute(tx);
  if ((dropped.numAffectedRows ?? 0n) === 0n) return false;
  await sql`drop table if exists ${entriesOf(generation)}`.execute(tx);
  await sql`drop table if exists ${lexiconOf(generation)}`.execute(tx);
  return true;
}

/** Says that someone still builds it. */
export async function touchGeneration(db: Kysely<unknown>, { id }: Generation): Promise<void> {
  await sql`update index_generations set touched_at = now() where id = ${id}`.execute(db);
}

/** Those whose place was taken, and those that nobody has built on for so long. */
export async function abandonedGenerations(
  db: Kysely<unknown>,
  minutes: number,
): Promise<readonly Generation[]> {
  const found = await sql<Generation>`
    select id, state, engine, analyzer, embedder, dimensions, vector_index from index_generations
    where state = 'old' or (state = 'building' and touched_at < now() - make_interval(mins => ${minutes}))`.execute(
    db,
  );
  return found.rows;
}

/** From here on searches read this generation. */
export async function makeLive(tx: Kysely<unknown>, { id }: Generation): Promise<void> {
  await sql`update index_generations set state = 'old' where state = 'live'`.execute(tx);
  await sql`update index_generations set state = 'live' where id = ${id}`.execute(tx);
}
