import { type Kysely, type RawBuilder, sql } from 'kysely';
import { entriesOf, type Generation, lexiconOf } from './generations.ts';
import type { NewEntry } from './search-engine.ts';
import { vectorLiteral } from './vector-literal.ts';

/** Entries of one tenant and their terms' counts, in one statement. */
export async function insertEntries(
  tx: Kysely<unknown>,
  generation: Generation,
  tenantId: string,
  entries: readonly NewEntry[],
  { withVectors }: { withVectors: boolean },
): Promise<void> {
  const rows = entries.map(({ terms, vector, ...entry }) => ({
    ...entry,
    terms: terms.join(' '),
    embedding: withVectors && vector !== null ? vectorLiteral(vector) : null,
  }));
  await sql`
    with touched as (
      insert into ${entriesOf(generation)} (tenant_id, passage_id, document_id, revision, facet_id, terms, embedding)
      select ${tenantId}, passage_id, document_id, revision, facet_id, terms, embedding::vector
      from json_to_recordset(${JSON.stringify(rows)}::json) as row(
             passage_id text, document_id text, revision bigint, facet_id integer, terms text, embedding text)
      returning passage_id, terms)
    ${countTerms(generation, tenantId, 1)}`.execute(tx);
}

export async function deleteEntries(
  tx: Kysely<unknown>,
  generation: Generation,
  tenantId: string,
  documentIds: readonly string[],
): Promise<void> {
  const counted = await sql<{ term: string; passages: number }>`
    with touched as (
      delete from ${entriesOf(generation)} where tenant_id = ${tenantId} and document_id = any(${documentIds})
      returning passage_id, terms)
    ${countTerms(generation, tenantId, -1)}`.execute(tx);
  const unused = counted.rows.filter(({ passages }) => passages === 0).map(({ term }) => term);
  if (unused.length === 0) return;
  await sql`
    delete from ${lexiconOf(generation)} where tenant_id = ${tenantId} and term = any(${unused})`.execute(tx);
}

/** Adds the entries of the statement's `touched` to the lexicon, or takes them out (`direction` -1). */
function countTerms(generation: Generation, tenantId: string, direction: 1 | -1): RawBuilder<unknown> {
  const lexicon = lexiconOf(generation);
  return sql`
    insert into ${lexicon} as known (tenant_id, term, passages, occurrences)
    select ${tenantId}, term, ${direction}::int * count(distinct passage_id)::int, ${direction}::int * count(*)
    from (select passage_id, unnest(string_to_array(terms, ' ')) as term from touched
          -- The empty term stands for every term.
          union all
          select passage_id, '' from touched, unnest(string_to_array(terms, ' '))) as used
    group by term
    order by term
    on conflict (tenant_id, term) do update set passages = known.passages + excluded.passages,
                                                occurrences = known.occurrences + excluded.occurrences
    returning term, passages`;
}
