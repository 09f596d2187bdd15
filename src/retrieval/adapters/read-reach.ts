import { type Kysely, sql } from 'kysely';
import type { Access } from '../../domain/access.ts';
import type { PassageFilters } from '../passage-index.port.ts';
import { matching } from './facets.ts';
import type { Generation } from './generations.ts';
import { readable } from './readable.ts';

export interface Reach {
  generation: Generation;
  facetIds: number[];
  /** How many passages those facets have. */
  reachable: number;
}

/** The index in use, and what of it access and filters leave. */
export async function readReach(
  db: Kysely<unknown>,
  access: Access,
  filters: PassageFilters,
): Promise<Reach> {
  const found = await sql<Generation & { facet_ids: number[]; reachable: number }>`
    select g.*, reach.*
    from index_generations g,
         (select coalesce(array_agg(id), '{}') as facet_ids, coalesce(sum(passages), 0)::int as reachable
          from facets where ${readable(access)} and ${matching(filters)}) as reach
    where g.state = 'live'`.execute(db);
  const row = found.rows[0];
  if (!row) throw new Error('the index has no live generation');
  const { facet_ids, reachable, ...generation } = row;
  return { generation, facetIds: facet_ids, reachable };
}
