import { type Kysely, sql } from 'kysely';
import type { Access } from '../../domain/access.ts';
import type { PassageFilters, TopicCount } from '../passage-index.port.ts';
import { matching } from './facets.ts';
import { readable } from './readable.ts';

/** The topics of what access and filters leave: from the counts, so that no passage is read. */
export async function readTopics(
  db: Kysely<unknown>,
  access: Access,
  filters: PassageFilters,
): Promise<TopicCount[]> {
  const found = await sql<TopicCount>`
    select topic, sub_topic, sum(passages)::int as passages
    from facets where topic is not null and ${readable(access)} and ${matching(filters)}
    group by topic, sub_topic
    order by topic collate "C", sub_topic collate "C" nulls first`.execute(db);
  return found.rows;
}
