import { type Kysely, sql } from 'kysely';
import type { CorpusStatistics } from '../score-bm25.ts';
import { type Generation, lexiconOf } from './generations.ts';

/** How often these terms occur in a tenant's passages. */
export async function readCorpus(
  db: Kysely<unknown>,
  generation: Generation,
  tenantId: string,
  terms: readonly string[],
): Promise<CorpusStatistics> {
  const found = await sql<{ term: string; passages: number; occurrences: string }>`
    select term, passages, occurrences from ${lexiconOf(generation)}
    where tenant_id = ${tenantId} and term = any(${['', ...terms]})`.execute(db);
  const all = found.rows.find(({ term }) => term === '');
  return {
    passages: all?.passages ?? 0,
    occurrences: Number(all?.occurrences ?? 0),
    passagesWith: new Map(found.rows.map(({ term, passages }) => [term, passages])),
  };
}
