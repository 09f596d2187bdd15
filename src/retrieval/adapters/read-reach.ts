import { type Kysely, sql } from 'kysely';
import type { Access } from '../../domain/access.ts';
import type { PassageFilters } from '../passage-index.port.ts';
import { matching } from './facets.ts';
import type { Generation } from './generations.ts';
import { readable } from './readable.ts';
import type { TenantStamp } from './tenant-vectors.ts';

export interface Reach {
  generation: Generation;
  facetIds: number[];
  /** How many passages those facets have. */
  reachable: number;
  stamp: TenantStamp;
}

/** The index in use, and what of it access and filters leave. */
export async function readReach(
  db: Kysely<unknown>,
  access: Access,
  filters: PassageFilters,
): Promise<Reach> {
  const found = await sql<Generation & { facet_ids: number[]; reachable: number; stamp: TenantStamp }>`
    select g.*, reach.*,
           json_build_object(
             'revision', (select revision::text from tenant_revisions where tenant_id = ${access.tenant_id}),
             'vectors', (select vectors::text from tenant_revisions where tenant_id = ${access.tenant_id}),
             'passages', (select coalesce(sum(passages), 0) from facets where tenant_id = ${access.tenant_id})) as stamp
    from index_generations g,
         (select coalesce(array_agg(id), '{}') as facet_ids, coalesce(sum(passages), 0)::int as reachable
          from facets where ${readable(access)} and ${matching(filters)}) as reach
    where g.state = 'live'`.execute(db);
  const row = found.rows[0];
  if (!row) throw new Error('the index has no live generation');
  const { facet_ids, reachable, stamp, ...generation } = row;
  return { generation, facetIds: facet_ids, reachable, stamp };
}
