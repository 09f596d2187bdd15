import { type Kysely, sql } from 'kysely';
import type { Principal } from '../../domain/access.ts';
import { GalenError } from '../../domain/errors.ts';
import type { FinishedRun } from '../run-records.port.ts';
import { appendToChain } from './audit-chain.sql.ts';
import { eventRows } from './event-rows.ts';
import { storableText } from './message-row.ts';

/**
 * One statement, so that a turn ends whole or not at all, in one round trip. Asked again with the same audit id (its
 * answer was lost on the way) it changes nothing.
 */
export async function finishRun(
  db: Kysely<unknown>,
  { tenant_id, user_id }: Pick<Principal, 'tenant_id' | 'user_id'>,
  run: FinishedRun,
): Promise<void> {
  const { rows } = await sql<{ outcome: string }>`
    with written as (
      select 1 from audit_entries where tenant_id = ${tenant_id} and entry_id = ${run.audit.id}
    ),
    finished as (
      update runs set
        status = ${run.status},
        answer = ${jsonOrNull(run.answer)}::json,
        error = ${jsonOrNull(run.error)}::json,
        finished_at = ${run.status === 'waiting' ? null : run.finished_at}::timestamptz
      where id = ${run.id} and tenant_id = ${tenant_id} and user_id = ${user_id}
        and status in ('running', 'waiting') and not exists (select from written)
      returning id, conversation_id
    ),
    said as (
      insert into messages (id, tenant_id, user_id, conversation_id, run_id, author, text, answer, created_at)
      select ${run.message_id}, ${tenant_id}, ${user_id}, conversation_id, id, 'galen',
        ${storableText(run.answer?.message ?? '')}, ${jsonOrNull(run.answer)}::json, ${run.finished_at}::timestamptz
      from finished where ${run.answer !== null}::boolean
    ),
    touched as (
      update conversations set updated_at = greatest(updated_at, ${run.finished_at}::timestamptz)
      from finished where conversations.id = finished.conversation_id
    ),
    noted as (
      insert into run_events (run_id, seq, tenant_id, type, data)
      select finished.id, event.seq, ${tenant_id}, event.type, event.data
      from finished, ${eventRows(run.events)}
      on conflict (run_id, seq) do nothing
    ),
    ${appendToChain(sql`finished`, run.audit)}
    select 'finished' as outcome from finished union all select 'repeated' from written
  `.execute(db);
  if (rows.length === 0) throw await notRunning(db, run.id, { tenant_id, user_id });
}

async function notRunning(
  db: Kysely<unknown>,
  runId: string,
  { tenant_id, user_id }: Pick<Principal, 'tenant_id' | 'user_id'>,
): Promise<GalenError> {
  const { rows } = await sql`
    select from runs where id = ${runId} and tenant_id = ${tenant_id} and user_id = ${user_id}
  `.execute(db);
  return rows.length === 0
    ? new GalenError('NOT_FOUND', { what: 'run' })
    : new GalenError('RUN_INTERRUPTED', {}, { cause: new Error('another process has ended the run') });
}

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
