import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { KnowledgeDocument } from '../../../domain/passage.ts';
import type { PassageFilters } from '../../passage-index.port.ts';

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
  const keys = documents.map(({ document }) => facetKey(document));
  const rows = new Map<string, Record<string, unknown>>();
  for (const [i, { document, passages }] of documents.entries()) {
    const key = keys[i] ?? '';
    const before = Number(rows.get(key)?.passages ?? 0);
    rows.set(key, {
      ...facetOf(document),
      key,
      passages: before + passages,
    });
  }
  const columns = sql.raw(FACETS.join(', '));
  const same = sql.raw(FACETS.map((name) => `f.${name} is not distinct from given.${name}`).join(' and '));
  const given = sql`json_to_recordset(${JSON.stringify([...rows.values()])}::json) as given(
    key text, passages integer, tenant_id text, scope text, department text, collection text, role text, topic text,
    sub_topic text, source_type text, evidence_level text, year integer, language text)`;
  await sql`
    insert into facets (${columns}, passages) select ${columns}, passages from ${given}
    on conflict (${columns}) do update set passages = facets.passages + excluded.passages`.execute(tx);
  const found = await sql<{ id: number; key: string }>`
    select f.id, given.key from ${given} join facets f on ${same}`.execute(tx);
  const ids = new Map(found.rows.map(({ id, key }) => [key, id]));
  return keys.map((key) => ids.get(key) ?? 0);
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
  const among = (column: RawBuilder<unknown>, values: readonly string[] | null | undefined) =>
    values ? sql`and ${column} = any(${values.filter(isStorable)}::text[])` : sql``;
  const from = filters.year_from ?? null;
  const to = filters.year_to ?? null;
  const forRole = filters.roles
    ? sql`and (role is null or role = any(${filters.roles.filter(isStorable)}::text[]))`
    : sql``;
  const houseWide =
    filters.departments && filters.house_topics
      ? sql`or (department is null and topic = any(${filters.house_topics.filter(isStorable)}::text[]))`
      : sql``;
  const ofDepartments = filters.departments
    ? sql`and (department = any(${filters.departments.filter(isStorable)}::text[]) ${houseWide})`
    : sql``;
  return sql`true
    ${among(sql`source_type`, filters.source_types)} ${among(sql`evidence_level`, filters.evidence_levels)}
    ${among(sql`collection`, filters.collections)} ${ofDepartments}
    ${among(sql`language`, filters.languages)}
    ${among(sql`topic`, filters.topics)} ${among(sql`sub_topic`, filters.sub_topics)} ${forRole}
    ${from === null ? sql`` : sql`and year >= ${from}::int`} ${to === null ? sql`` : sql`and year <= ${to}::int`}`;
}

export function facetOf(document: KnowledgeDocument): Facet {
  // Cast: these are the keys of a facet, and fromEntries does not know them.
  return Object.fromEntries(FACETS.map((name) => [name, document[name]])) as Facet;
}

function facetKey(document: KnowledgeDocument): string {
  return JSON.stringify(FACETS.map((name) => document[name]));
}

/** PostgreSQL has no text with a NUL in it, so no column is ever equal to one. */
function isStorable(value: string): boolean {
  return !value.includes('\0');
}
