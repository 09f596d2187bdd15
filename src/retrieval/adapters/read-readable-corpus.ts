import { type Kysely, sql } from 'kysely';
import type { Access } from '../../domain/access.ts';
import type { CorpusStatistics } from '../score-bm25.ts';
import { splitTerms } from './entry-rows.ts';
import { entriesOf, type Generation } from './generations.ts';
import { readable } from './readable.ts';

/** How often every term occurs in the passages that may be read, of the kinds of source that a search reaches. */
export async function readReadableCorpus(
  db: Kysely<unknown>,
  generation: Generation,
  access: Access,
  facetIds: readonly number[],
): Promise<CorpusStatistics> {
  const found = await sql<{ terms: string }>`
    select terms from ${entriesOf(generation)}
    where tenant_id = ${access.tenant_id} and facet_id in (
      select id from facets where ${readable(access)}
        and source_type in (select source_type from facets where id = any(${facetIds}::int[])))`.execute(db);
  const passagesWith = new Map<string, number>();
  let occurrences = 0;
  for (const { terms } of found.rows) {
    const all = splitTerms(terms);
    occurrences += all.length;
    for (const term of new Set(all)) passagesWith.set(term, (passagesWith.get(term) ?? 0) + 1);
  }
  return { passages: found.rows.length, occurrences, passagesWith };
}
