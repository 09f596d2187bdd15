import { type Kysely, sql } from 'kysely';
import type { CorpusStatistics } from '../score-bm25.ts';
import { type Generation, lexiconOf } from './generations.ts';

/** How often these terms occur in a tenant's passages of the kinds of source that a search reaches. */
export async function readCorpus(
  db: Kysely<unknown>,
  generation: Generation,
  tenantId: string,
  terms: readonly string[],
  facetIds: readonly number[],
): Promise<CorpusStatistics> {
  const found = await sql<{ term: string; passages: number; occurrences: string }>`
    select term, sum(passages)::int as passages, sum(occurrences) as occurrences from ${lexiconOf(generation)}
    where tenant_id = ${tenantId} and term = any(${['', ...terms]})
      and source_type in (select source_type from facets where id = any(${facetIds}::int[]))
    group by term`.execute(db);
  const all = found.rows.find(({ term }) => term === '');
  return {
    passages: all?.passages ?? 0,
    occurrences: Number(all?.occurrences ?? 0),
    passagesWith: new Map(found.rows.map(({ term, passages }) => [term, passages])),
  };
}
