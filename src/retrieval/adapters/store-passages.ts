import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { KnowledgeDocument, Passage } from '../../domain/passage.ts';
import { analyzeText } from '../analysis/analyze-text.ts';
import { vectorLiteral } from './vector-literal.ts';

export async function storeDocument(
  tx: Kysely<unknown>,
  d: KnowledgeDocument,
  fingerprint: string,
): Promise<void> {
  await sql`
    insert into documents (tenant_id, id, collection, title, text, language, source_type, evidence_level, journal,
                           year, url, pmid, reference, scope, department, fingerprint, created_at)
    values (${d.tenant_id}, ${d.id}, ${d.collection}, ${d.title}, ${d.text}, ${d.language}, ${d.source_type},
            ${d.evidence_level}, ${d.journal}, ${d.year}, ${d.url}, ${d.pmid}, ${d.reference}, ${d.scope},
            ${d.department}, ${fingerprint}, ${d.created_at})
    on conflict (tenant_id, id) do update set
      collection = excluded.collection, title = excluded.title, text = excluded.text, language = excluded.language,
      source_type = excluded.source_type, evidence_level = excluded.evidence_level, journal = excluded.journal,
      year = excluded.year, url = excluded.url, pmid = excluded.pmid, reference = excluded.reference,
      scope = excluded.scope, department = excluded.department, fingerprint = excluded.fingerprint,
      created_at = excluded.created_at`.execute(tx);
}

/** All passages of a document, and their terms' counts, in one statement. */
export async function insertPassages(
  tx: Kysely<unknown>,
  d: KnowledgeDocument,
  passages: readonly Passage[],
  vectors: readonly Float32Array[],
): Promise<void> {
  const rows = passages.map((passage, i) => ({
    ...passage,
    terms: analyzeText(`${d.title}\n${passage.heading}\n${passage.text}`, d.language).join(' '),
    embedding: vectorLiteral(vectors[i] ?? new Float32Array()),
  }));
  await sql`
    with touched as (
      insert into passages (tenant_id, id, document_id, heading, text, start_pos, end_pos, collection, language,
                            source_type, evidence_level, scope, department, terms, embedding)
      select ${d.tenant_id}, row.id, ${d.id}, row.heading, row.text, row.start, row."end", ${d.collection},
             ${d.language}, ${d.source_type}, ${d.evidence_level}, ${d.scope}, ${d.department}, row.terms,
             row.embedding::vector
      from json_to_recordset(${JSON.stringify(rows)}::json) as row(
             id text, heading text, text text, start integer, "end" integer, terms text, embedding text)
      returning id, terms)
    ${countTerms(d.tenant_id, 1)}`.execute(tx);
}

export async function deletePassages(
  tx: Kysely<unknown>,
  tenantId: string,
  documentId: string,
): Promise<void> {
  const counted = await sql<{ term: string; passages: number }>`
    with touched as (
      delete from passages where tenant_id = ${tenantId} and document_id = ${documentId} returning id, terms)
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
