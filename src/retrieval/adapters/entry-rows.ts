import { type Kysely, sql } from 'kysely';
import { entriesOf, type Generation, lexiconOf } from './generations.ts';
import type { NewEntry } from './search-engine.ts';
import { hexOf, vectorLiteral } from './vector-literal.ts';

/** Entries of one tenant and their terms' counts. */
export async function insertEntries(
  tx: Kysely<unknown>,
  generation: Generation,
  tenantId: string,
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
    insert into ${entriesOf(generation)} (tenant_id, passage_id, document_id, revision, facet_id, terms, embedding,
                                         code)
    select ${tenantId}, passage_id, document_id, revision, facet_id, terms, embedding::vector, decode(code, 'hex')
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(
           passage_id text, document_id text, revision bigint, facet_id integer, terms text, embedding text,
           code text)`.execute(tx);
  await addToLexicon(
    tx,
    generation,
    tenantId,
    entries.map(({ terms, facet }) => ({ terms, source_type: facet.source_type })),
    1,
  );
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
  const counts = new Map([['', { passages: 0, occurrences: 0 }]]);
  const count = (term: string, times: { passages: number; occurrences: number }) => {
    const known = counts.get(term) ?? { passages: 0, occurrences: 0 };
    counts.set(term, {
      passages: known.passages + times.passages,
      occurrences: known.occurrences + times.occurrences,
    });
  };
  for (const terms of passages) {
    count('', { passages: 1, occurrences: terms.length });
    for (const term of terms) count(term, { passages: 0, occurrences: 1 });
    for (const term of new Set(terms)) count(term, { passages: 1, occurrences: 0 });
  }
  return counts;
}
