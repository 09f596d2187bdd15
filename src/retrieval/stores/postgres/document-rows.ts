import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Access, ALL_DEPARTMENTS } from '../../../domain/access.ts';
import { type DocumentSummary, KnowledgeDocument, Passage } from '../../../domain/passage.ts';
import type { PassageIndex, StoredDocument, TopicCount } from '../../passage-index.port.ts';
import { matching } from './generations.ts';

/** A document as stored: replacing it gives it another revision. */
interface DocumentRow {
  tenant_id: string;
  id: string;
  facet_id: number;
  revision: string;
}

const DESCRIBING =
  'title collection language source_type evidence_level journal year url pmid reference scope department role topic sub_topic created_at'.split(
    ' ',
  );
/** What a document is, but for its text and its tenant. */
export const DOCUMENT_COLUMNS = sql.raw(DESCRIBING.join(', '));
/** What of a document that is stored already is set to what it is now. */
const REPLACED = sql.raw(
  [...DESCRIBING, 'text', 'fingerprint', 'facet_id', 'supersedes']
    .map((name) => `${name} = excluded.${name}`)
    .join(', '),
);

type Dated<T> = Omit<T, 'created_at'> & { created_at: Date };

/** Only one at a time changes a tenant's documents, whose counts are shared rows; and none while indexes are swapped. */
export async function lockTenants(tx: Kysely<unknown>, tenantIds: readonly string[]): Promise<void> {
  // Before the tenants: who swaps indexes holds the table, and locks tenants then.
  await sql`lock table documents in row exclusive mode`.execute(tx);
  for (const tenantId of [...tenantIds].sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${tenantId}, 0))`.execute(tx);
  }
}

/** To be called after every change, within its transaction: what is in memory is then known to be behind. */
export async function noteChange(tx: Kysely<unknown>, tenantIds: readonly string[]): Promise<void> {
  await sql`
    insert into tenant_revisions as known (tenant_id, revision)
    select tenant_id, nextval('document_revisions') from unnest(${tenantIds}::text[]) as tenant_id
    on conflict (tenant_id) do update set revision = excluded.revision`.execute(tx);
}

export async function storeDocuments(
  tx: Kysely<unknown>,
  many: readonly StoredDocument[],
  facetIds: readonly number[],
): Promise<DocumentRow[]> {
  const rows = many.map(({ document, fingerprint, supersedes }, i) => ({
    ...document,
    supersedes: supersedes ?? null,
    fingerprint,
    facet_id: facetIds[i],
  }));
  const stored = await sql<DocumentRow>`
    insert into documents (tenant_id, id, text, fingerprint, facet_id, supersedes, ${DOCUMENT_COLUMNS})
    select tenant_id, id, text, fingerprint, facet_id, supersedes, ${DOCUMENT_COLUMNS}
    from json_populate_recordset(null::documents, ${JSON.stringify(rows)}::json)
    on conflict (tenant_id, id) do update set ${REPLACED}, revision = nextval('document_revisions')
    returning tenant_id, id, facet_id, revision::text as revision`.execute(tx);
  return stored.rows;
}

/** What is asked of stored documents, each within what the access may read. */
export function createDocumentReader(
  db: Kysely<unknown>,
): Omit<PassageIndex, 'search' | 'replaceDocuments' | 'removeDocument' | 'refresh' | 'upkeep' | 'state'> {
  return {
    async getDocument(access, documentId) {
      const found = await sql<Dated<KnowledgeDocument>>`
        select tenant_id, id, text, ${DOCUMENT_COLUMNS}
        from documents where id = ${documentId} and ${readable(access)}`.execute(db);
      return found.rows.map(withDate)[0] ?? null;
    },

    async removedDocument(tenantId, documentId) {
      const found = await sql<{ document: Record<string, unknown>; passages: PassageRow[] }>`
        select document, passages from removed_documents
        where tenant_id = ${tenantId} and id = ${documentId}`.execute(db);
      const row = found.rows[0];
      if (!row) return null;
      const { fingerprint, supersedes, created_at } = row.document;
      const dated = withDate({ ...row.document, created_at: new Date(String(created_at)) });
      return {
        document: KnowledgeDocument.parse(dated),
        passages: row.passages.map(toPassage).map((passage) => Passage.parse(passage)),
        fingerprint: String(fingerprint),
        supersedes: supersedes === null ? null : String(supersedes),
      };
    },

    async successors(access, documentIds) {
      const found = await sql<{ supersedes: string; title: string; created_at: Date }>`
        select supersedes, title, created_at from documents
        where supersedes = any(${documentIds}::text[]) and ${readable(access)}
        order by created_at,
          language = (select old.language from documents old
                      where old.tenant_id = documents.tenant_id and old.id = documents.supersedes) nulls first,
          id collate "C" desc`.execute(db);
      // Of several the last stays: the newest, and of those the one in the language of the old.
      return new Map(found.rows.map(({ supersedes, ...successor }) => [supersedes, withDate(successor)]));
    },

    async neighbours(access, passageIds, reach) {
      const found = await sql<PassageRow>`
        select distinct on (p.document_id, p.ordinal) ${PASSAGE_COLUMNS}
        from passages kept
        join passages p on p.tenant_id = kept.tenant_id and p.document_id = kept.document_id
          and p.ordinal between kept.ordinal - ${reach}::int and kept.ordinal + ${reach}::int
        where kept.tenant_id = ${access.tenant_id} and kept.id = any(${passageIds}) and not p.id = any(${passageIds})
          and exists (select from documents where id = kept.document_id and ${readable(access)})
        order by p.document_id, p.ordinal`.execute(db);
      return found.rows.map(toPassage);
    },

    async list(access, { limit, before, title = '' }) {
      const pattern = `%${title.replace(/[\\%_]/gu, '\\$&')}%`;
      const older =
        before === undefined
          ? sql`true`
          : sql`(created_at, id collate "C") < (select created_at, id collate "C" from documents
                                    where id = ${before} and ${readable(access)})`;
      const found = await sql<Dated<DocumentSummary>>`
        with page as (
          select * from documents where ${readable(access)} and ${older} and title ilike ${pattern}
          order by created_at desc, id collate "C" desc limit ${limit})
        select id, title, collection, scope, department, language, source_type, evidence_level, year, role, topic,
               sub_topic, created_at,
               (select count(*)::int from passages
                where passages.tenant_id = page.tenant_id and document_id = page.id) as passages
        from page order by created_at desc, id collate "C" desc`.execute(db);
      return found.rows.map(withDate);
    },

    /** From the counts, so that no passage is read. */
    async topics(access, filters) {
      const found = await sql<TopicCount>`
        select topic, sub_topic, sum(passages)::int as passages
        from facets where topic is not null and ${readable(access)} and ${matching(filters)}
        group by topic, sub_topic
        order by topic collate "C", sub_topic collate "C" nulls first`.execute(db);
      return found.rows;
    },

    async fingerprints(tenantId, collection, idPrefix = '') {
      // A range rather than a pattern: the index answers it.
      const found = await sql<{ id: string; fingerprint: string }>`
        select id, fingerprint from documents
        where tenant_id = ${tenantId} and collection = ${collection}
          and id collate "C" >= ${idPrefix} and id collate "C" < ${`${idPrefix}\u{10FFFF}`}`.execute(db);
      return new Map(found.rows.map((row) => [row.id, row.fingerprint]));
    },

    async version(access, collections) {
      const found = await sql<{ version: string | null }>`
        select md5(string_agg(id || ' ' || revision, ',' order by id)) as version from documents
        where tenant_id = ${access.tenant_id} and collection = any(${collections})
          and facet_id in (select id from facets where ${readable(access)})`.execute(db);
      return found.rows[0]?.version ?? '';
    },

    async count(tenantId) {
      const found = await sql<{ documents: number; passages: number }>`
        select (select count(*)::int from documents where tenant_id = ${tenantId}) as documents,
               (select coalesce(sum(passages), 0)::int from facets where tenant_id = ${tenantId}) as passages`.execute(
        db,
      );
      return found.rows[0] ?? { documents: 0, passages: 0 };
    },
  };
}

function withDate<T extends { created_at: Date }>(row: T) {
  return { ...row, created_at: row.created_at.toISOString() };
}

/** What a passage is. */
export const PASSAGE_COLUMNS = sql.raw(
  `p.id, p.document_id, p.heading_path, p.text, p.start_pos as start, p.end_pos as "end", p.page`,
);

export type PassageRow = Omit<Passage, 'heading'>;

export function toPassage({ heading_path, ...row }: PassageRow): Passage {
  return { ...row, heading_path, heading: heading_path.at(-1) ?? '' };
}

/** `ordinal` is a passage's place among those of its document. */
export async function insertPassages(
  tx: Kysely<unknown>,
  passages: readonly (Passage & { tenant_id: string; ordinal: number })[],
): Promise<void> {
  const rows = passages.map(({ start, end, ...row }) => ({ ...row, start_pos: start, end_pos: end }));
  await sql`
    insert into passages (tenant_id, id, document_id, ordinal, heading_path, text, start_pos, end_pos, page)
    select tenant_id, id, document_id, ordinal, heading_path, text, start_pos, end_pos, page
    from json_populate_recordset(null::passages, ${JSON.stringify(rows)}::json)`.execute(tx);
}

/** Default deny: tenant always, scope always, the department of whatever is not public, and whom it is written for. */
export function readable(access: Access): RawBuilder<unknown> {
  const roles = access.roles ? sql`(role is null or role = any(${access.roles}::text[]))` : sql`true`;
  return sql`tenant_id = ${access.tenant_id}
    and scope = any(${access.scopes}::text[])
    and (scope = 'public' or department is null or department = any(${access.departments}::text[])
         or ${ALL_DEPARTMENTS} = any(${access.departments}::text[]))
    and ${roles}`;
}
