import { type Kysely, type Selectable, sql } from 'kysely';
import type { Principal } from '../../domain/access.ts';
import type { History } from '../run-records.port.ts';
import { messageOf } from './message-row.ts';
import type { RecordTables } from './record-tables.ts';

/** Turns stand in the order in which they began, each answer behind its own question however late it came. */
export async function readHistory(
  db: Kysely<unknown>,
  { tenant_id, user_id }: Principal,
  runId: string,
  limit: number,
): Promise<History> {
  const { rows } = await sql<Selectable<RecordTables['messages']> & { is_under_way: boolean }>`
    with this_turn as (
      select conversation_id, position from messages
      where run_id = ${runId} and author = 'asker' and tenant_id = ${tenant_id} and user_id = ${user_id}
    ),
    earlier as (
      select messages.run_id, messages.position, runs.status = 'running' as is_under_way
      from this_turn
      join messages on messages.conversation_id = this_turn.conversation_id
        and messages.author = 'asker' and messages.position < this_turn.position
      join runs on runs.id = messages.run_id
    )
    select messages.*, (select bool_or(is_under_way) from earlier) as is_under_way
    from earlier join messages on messages.run_id = earlier.run_id
    order by earlier.position desc, messages.position desc
    limit ${limit}
  `.execute(db);
  return { messages: rows.reverse().map(messageOf), isUnderWay: rows[0]?.is_under_way ?? false };
}
