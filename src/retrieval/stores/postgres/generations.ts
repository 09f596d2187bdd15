import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { KnowledgeDocument } from '../../../domain/passage.ts';
import type { PassageFilters } from '../../passage-index.port.ts';
import type { NewEntry } from './search-engine.ts';
import { hexOf, vectorLiteral } from './vector-matrix.ts';

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

/** All that meet the condition, the live one first. */
export async function readGenerations(db: Kysely<unknown>, condition = sql`true`): Promise<Generation[]> {
  const found = await sql<Generation>`
    select ${GENERATION_COLUMNS} from index_generations
    where ${condition} order by state = 'live' desc, id`.execute(db);
  return found.rows;
}

const GENERATION_COLUMNS = sql.raw('id, state, engine, analyzer, embedder, dimensions, vector_index');

/** Those whose place was taken, and those that nobody has built on for so long. */
export function abandonedGenerations(db: Kysely<unknown>, minutes: number): Promise<Generation[]> {
  const isAbandoned = sql`state = 'building' and touched_at < now() - make_interval(mins => ${minutes})`;
  return readGenerations(db, sql`state = 'old' or (${isAbandoned})`);
}

export function liveOf(generations: readonly Generation[]): Generation {
  const live = generations.find(({ state }) => state === 'live');
  if (!live) throw new Error('the index has no live generation');
  return live;
}

/** Makes the tables of a new generation, empty. */
export async function addGeneration(tx: Kysely<unknown>, recipe: IndexRecipe): Promise<Generation> {
  const made = await sql<Generation>`
    insert into index_generations (state, engine, analyzer, embedder, dimensions, vector_index)
    values ('building', ${recipe.engine}, ${recipe.analyzer}, ${recipe.embedder}, ${recipe.dimensions},
            ${recipe.vector_index})
    returning ${GENERATION_COLUMNS}`.execute(tx);
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

/** From here on searches read this generation. */
export async function makeLive(tx: Kysely<unknown>, { id }: Generation): Promise<void> {
  await sql`update index_generations set state = 'old' where state = 'live'`.execute(tx);
  await sql`update index_generations set state = 'live' where id = ${id}`.execute(tx);
}

/** Entries and their terms' counts. */
export async function insertEntries(
  tx: Kysely<unknown>,
  generation: Generation,
  entries: readonly NewEntry[],
  { withVectors }: { withVectors: boolean },
): Promise<void> {
  const rows = entries.map(({ terms, vector, facet: _, ...entry }) => ({
    ...entry,
    terms: terms.join(' '),
    embedding: withVectors && vector !== null ? vectorLiteral(vector) : null,
    code: withVectors && vector !== null ? hexOf(vector) : null,
  }));
  await sql`
    insert into ${entriesOf(generation)}
    select * from json_populate_recordset(null::${entriesOf(generation)}, ${JSON.stringify(rows)}::json)`.execute(
    tx,
  );
  for (const tenantId of new Set(entries.map(({ tenant_id }) => tenant_id))) {
    const own = entries.filter(({ tenant_id }) => tenant_id === tenantId);
    const counted = own.map(({ terms, facet }) => ({ terms, source_type: facet.source_type }));
    await addToLexicon(tx, generation, tenantId, counted, 1);
  }
}

export async function deleteEntries(
  tx: Kysely<unknown>,
  generation: Generation,
  tenantId: string,
  documentIds: readonly string[],
): Promise<void> {
  const deleted = await sql<{ terms: string; source_type: string }>`
    delete from ${entriesOf(generation)} entries using facets
    where entries.tenant_id = ${tenantId} and document_id = any(${documentIds}) and facets.id = facet_id
    returning terms, source_type`.execute(tx);
  const all = deleted.rows.map(({ terms, source_type }) => ({ terms: splitTerms(terms), source_type }));
  await addToLexicon(tx, generation, tenantId, all, -1);
  const seen = [...new Set(all.flatMap(({ terms }) => terms))];
  await sql`
    delete from ${lexiconOf(generation)}
    where tenant_id = ${tenantId} and term = any(${seen}) and passages = 0`.execute(tx);
}

/** The terms of a passage as an entry keeps them; a passage may have none. */
export function splitTerms(terms: string): string[] {
  return terms === '' ? [] : terms.split(' ');
}

/**
 * Adds the terms of passages to the lexicon, or takes them out (`direction` -1). Counted here, because a database counts
 * words far more slowly than it stores counts.
 */
async function addToLexicon(
  tx: Kysely<unknown>,
  generation: Generation,
  tenantId: string,
  passages: readonly { terms: readonly string[]; source_type: string }[],
  direction: 1 | -1,
): Promise<void> {
  const sourceTypes = [...new Set(passages.map(({ source_type }) => source_type))];
  const rows = sourceTypes.flatMap((source_type) => {
    const own = passages.filter((passage) => passage.source_type === source_type);
    return [...countTerms(own.map(({ terms }) => terms))].map(([term, counts]) => ({
      term,
      source_type,
      ...counts,
    }));
  });
  if (rows.length === 0) return;
  await sql`
    insert into ${lexiconOf(generation)} as known (tenant_id, term, source_type, passages, occurrences)
    select ${tenantId}, *
    from unnest(${rows.map(({ term }) => term)}::text[],
                ${rows.map(({ source_type }) => source_type)}::text[],
                ${rows.map(({ passages }) => direction * passages)}::int[],
                ${rows.map(({ occurrences }) => direction * occurrences)}::bigint[])
    on conflict (tenant_id, term, source_type)
    do update set passages = known.passages + excluded.passages,
                  occurrences = known.occurrences + excluded.occurrences`.execute(tx);
}

/** In how many passages each term is, and how often; the empty term stands for every term. */
function countTerms(passages: readonly (readonly string[])[]) {
  const occurrences = passages.reduce((sum, terms) => sum + terms.length, 0);
  const counts = new Map([['', { passages: passages.length, occurrences }]]);
  for (const terms of passages) {
    const seen = new Set<string>();
    for (const term of terms) {
      const known = counts.get(term) ?? { passages: 0, occurrences: 0 };
      counts.set(term, known);
      known.occurrences += 1;
      if (!seen.has(term)) known.passages += 1;
      seen.add(term);
    }
  }
  return counts;
}

/** What passages are filtered by, in the order of the table's columns. */
export const FACETS = [
  'tenant_id',
  'scope',
  'department',
  'collection',
  'role',
  'topic',
  'sub_topic',
  'source_type',
  'evidence_level',
  'year',
  'language',
] as const satisfies readonly (keyof KnowledgeDocument)[];

export type Facet = Pick<KnowledgeDocument, (typeof FACETS)[number]>;

/** Adds to the passages of each document's facet; the ids of the facets, in the documents' order. */
export async function countFacets(
  tx: Kysely<unknown>,
  documents: readonly { document: KnowledgeDocument; passages: number }[],
): Promise<number[]> {
  const rows = new Map<string, Facet & { passages: number }>();
  for (const { document, passages } of documents) {
    const before = rows.get(facetKey(document))?.passages ?? 0;
    rows.set(facetKey(document), { ...facetOf(document), passages: before + passages });
  }
  const columns = sql.raw(FACETS.join(', '));
  const stored = await sql<Facet & { id: number }>`
    insert into facets (${columns}, passages)
    select ${columns}, passages
    from json_populate_recordset(null::facets, ${JSON.stringify([...rows.values()])}::json)
    on conflict (${columns}) do update set passages = facets.passages + excluded.passages
    returning id, ${columns}`.execute(tx);
  const ids = new Map(stored.rows.map((row) => [facetKey(row), row.id]));
  return documents.map(({ document }) => ids.get(facetKey(document)) ?? 0);
}

/** Takes so many passages out of each facet; one that has none left goes. */
export async function uncountFacets(
  tx: Kysely<unknown>,
  removed: readonly { facet_id: number; passages: number }[],
): Promise<void> {
  if (removed.length === 0) return;
  await sql`
    update facets set passages = facets.passages - gone.passages
    from (select facet_id, sum(passages)::int as passages
          from json_to_recordset(${JSON.stringify(removed)}::json) as row(facet_id integer, passages integer)
          group by facet_id) as gone
    where facets.id = gone.facet_id`.execute(tx);
  await sql`
    delete from facets f where f.id = any(${removed.map(({ facet_id }) => facet_id)}::int[])
      and not exists (select from documents d where d.facet_id = f.id)`.execute(tx);
}

/** The rows of `facets` that filters leave. */
export function matching(filters: PassageFilters): RawBuilder<unknown> {
  const { departments, house_topics, roles, year_from, year_to } = filters;
  const among = (column: keyof Facet, values: readonly string[]) =>
    sql`${sql.ref(column)} = any(${values.filter(isStorable)}::text[])`;
  const houseWide = sql`department is null and ${among('topic', house_topics ?? [])}`;
  const conditions = [
    sql`true`,
    ...listFilters(filters).map(([column, values]) => among(column, values)),
    ...(departments ? [sql`(${among('department', departments)} or (${houseWide}))`] : []),
    ...(roles ? [sql`(role is null or ${among('role', roles)})`] : []),
    ...(typeof year_from === 'number' ? [sql`year >= ${year_from}::int`] : []),
    ...(typeof year_to === 'number' ? [sql`year <= ${year_to}::int`] : []),
  ];
  return sql.join(conditions, sql` and `);
}

/** The filters that name what a column may be, where they are set. */
export function listFilters(filters: PassageFilters): [keyof Facet, readonly string[]][] {
  const lists: [keyof Facet, readonly string[] | null | undefined][] = [
    ['source_type', filters.source_types],
    ['evidence_level', filters.evidence_levels],
    ['collection', filters.collections],
    ['language', filters.languages],
    ['topic', filters.topics],
    ['sub_topic', filters.sub_topics],
  ];
  return lists.flatMap(([column, values]): [keyof Facet, readonly string[]][] =>
    values ? [[column, values]] : [],
  );
}

export function facetOf(document: KnowledgeDocument): Facet {
  // Cast: these are the keys of a facet, and fromEntries does not know them.
  return Object.fromEntries(FACETS.map((name) => [name, document[name]])) as Facet;
}

function facetKey(facet: Facet): string {
  return JSON.stringify(FACETS.map((name) => facet[name]));
}

/** PostgreSQL has no text with a NUL in it, so no column is ever equal to one. */
function isStorable(value: string): boolean {
  return !value.includes('\0');
}
