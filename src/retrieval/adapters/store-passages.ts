import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { KnowledgeDocument, Passage } from '../../domain/passage.ts';
import { analyzeText } from '../analysis/analyze-text.ts';
import type { StoredDocument } from '../passage-index.port.ts';
import { vectorLiteral } from './vector-literal.ts';

/** A passage with its document and its vector, ready to be stored. */
export interface EmbeddedPassage {
  document: KnowledgeDocument;
  passage: Passage;
  vector: Float32Array;
}

/** In the order of their ids, so that two who store the same documents wait for each other rather than block. */
export async function storeDocuments(tx: Kysely<unknown>, many: readonly StoredDocument[]): Promise<void> {
  const rows = many
    .map(({ document, fingerprint }) => ({ ...document, fingerprint }))
    .sort((a, b) => compare(a.tenant_id, b.tenant_id) || compare(a.id, b.id));
  await sql`
    insert into documents (tenant_id, id, collection, title, text, language, source_type, evidence_level, journal,
                           year, url, pmid, reference, scope, department, fingerprint, created_at)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as row(
             tenant_id text, id text, collection text, title text, text text, language text, source_type text,
             evidence_level text, journal text, year integer, url text, pmid text, reference text, scope text,
             department text, fingerprint text, created_at timestamptz)
    on conflict (tenant_id, id) do update set
      collection = excluded.collection, title = excluded.title, text = excluded.text, language = excluded.language,
      source_type = excluded.source_type, evidence_level = excluded.evidence_level, journal = excluded.journal,
      year = excluded.year, url = excluded.url, pmid = excluded.pmid, reference = excluded.reference,
      scope = excluded.scope, department = excluded.department, fingerprint = excluded.fingerprint,
      created_at = excluded.created_at`.execute(tx);
}

/** Passages of one tenant, and their terms' counts, in one statement. */
export async function insertPassages(
  tx: Kysely<unknown>,
  tenantId: string,
  passages: readonly EmbeddedPassage[],
): Promise<void> {
  const rows = passages.map(({ document: d, passage, vector }) => ({
    ...passage,
    document_id: d.id,
    collection: d.collection,
    language: d.language,
    source_type: d.source_type,
    evidence_level: d.evidence_level,
    scope: d.scope,
    department: d.department,
    terms: analyzeText(`${d.title}\n${passage.heading}\n${passage.text}`, d.language).join(' '),
    embedding: vectorLiteral(vector),
  }));
  await sql`
    with touched as (
      insert into passages (tenant_id, id, document_id, heading, text, start_pos, end_pos, collection, language,
                            source_type, evidence_level, scope, department, terms, embedding)
      select ${tenantId}, row.id, row.document_id, row.heading, row.text, row.start, row."end", row.collection,
             row.language, row.source_type, row.evidence_level, row.scope, row.department, row.terms,
             row.embedding::vector
      from json_to_recordset(${JSON.stringify(rows)}::json) as row(
             id text, document_id text, heading text, text text, start integer, "end" integer, collection text,
             language text, source_type text, evidence_level text, scope text, department text, terms text,
             embedding text)
      returning id, terms)
    ${countTerms(tenantId, 1)}`.execute(tx);
}

export async function deletePassages(
  tx: Kysely<unknown>,
  tenantId: string,
  documentIds: readonly string[],
): Promise<void> {
  const counted = await sql<{ term: string; passages: number }>`
    with touched as (
      delete from passages where tenant_id = ${tenantId} and document_id = any(${documentIds})
      returning id, terms)
    ${countTerms(tenantId, -1)}`.execute(tx);
  const unused = counted.rows.filter(({ passages }) => passages === 0).map(({ term }) => term);
  if (unused.length === 0) return;
  await sql`delete from lexicon where tenant_id = ${tenantId} and term = any(${unused})`.execute(tx);
}

/** Adds the passages of the statement's `touched` to the lexicon, or takes them out (`direction` -1). */
function countTerms(tenantId: string, direction: 1 | -1): RawBuilder<unknown> {
  return sql`
    insert into lexicon (tenant_id, term, passages, occurrences)
    select ${tenantId}, term, ${direction}::int * count(distinct id)::int, ${direction}::int * count(*)
    from (select id, unnest(string_to_array(terms, ' ')) as term from touched
          -- The empty term stands for every term.
          union all
          select id, '' from touched, unnest(string_to_array(terms, ' '))) as used
    group by term
    order by term
    on conflict (tenant_id, term) do update set passages = lexicon.passages + excluded.passages,
                                     occurrences = lexicon.occurrences + excluded.occurrences
    returning term, passages`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
