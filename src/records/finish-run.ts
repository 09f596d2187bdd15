import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Principal } from '../domain/access.ts';
import type { AuditAction } from '../domain/audit-entry.ts';
import { GalenError } from '../domain/errors.ts';
import type { IdSource } from '../domain/run-context.ts';
import type { NumberedEvent } from '../domain/run-record.ts';
import { appendToChain } from './audit/audit-chain.ts';
import { storableText } from './record-tables.ts';
import type { FinishedRun } from './run-records.port.ts';

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

/** A process beats several times in this; silent longer, it is gone. */
const SILENT_TOO_LONG_MS = 30_000;

interface Recovery {
  soleOwner: boolean;
  instanceId: string;
  now: number;
  newId: IdSource;
}

interface LostRun {
  id: string;
  tenant_id: string;
  user_id: string;
  question: string;
  next_seq: number;
  /** It has been waiting for a person before: only such a turn has an answer while it runs. */
  has_waited: boolean;
}

/** Ends the turns that nobody is working on any more. Returns how many. */
export async function recoverRuns(db: Kysely<unknown>, recovery: Recovery): Promise<number> {
  const { newId } = recovery;
  const at = new Date(recovery.now).toISOString();
  const error = new GalenError('RUN_INTERRUPTED').body();

  return db.transaction().execute(async (transaction) => {
    const all = await lockLostRuns(transaction, recovery);
    // What was decided on their proposals is still to be done.
    const waited = all.filter(({ has_waited }) => has_waited).map(({ id }) => id);
    await sql`update runs set status = 'waiting' where id = any(${waited})`.execute(transaction);
    const lost = all.filter(({ has_waited }) => !has_waited);
    // What they had proposed, nobody has been asked.
    const gone = lost.map(({ id }) => id);
    await sql`update proposals set state = 'expired' where run_id = any(${gone})`.execute(transaction);
    for (const run of lost) {
      await finishRun(transaction, run, {
        id: run.id,
        status: 'interrupted',
        answer: null,
        error,
        events: [{ type: 'error', data: error, seq: run.next_seq }],
        message_id: newId(),
        audit: {
          id: newId(),
          at,
          tenant_id: run.tenant_id,
          user_id: run.user_id,
          action: 'ask-interrupted' satisfies AuditAction,
          run_id: run.id,
          question: run.question,
          details: {},
        },
        finished_at: at,
      });
    }
    return lost.length;
  });
}

/** The event goes after whatever the lost process had stored; another recovering process passes over locked runs. */
async function lockLostRuns(
  transaction: Kysely<unknown>,
  { soleOwner, instanceId, now }: Recovery,
): Promise<LostRun[]> {
  const silentSince = new Date(now - SILENT_TOO_LONG_MS);
  const { rows } = await sql<LostRun>`
    select id, tenant_id, user_id, question,
      (select coalesce(max(seq), 0) + 1 from run_events where run_id = runs.id) as next_seq,
      answer is not null as has_waited
    from runs
    where status = 'running' and instance_id <> ${instanceId} and (
      ${soleOwner}::boolean or greatest(
        created_at, (select heartbeat_at from instances where instances.id = runs.instance_id)
      ) < ${silentSince}
    )
    order by created_at, id
    for update of runs skip locked
  `.execute(transaction);
  return rows;
}

/** Events as a table expression `event(seq, type, data)`. Three arrays, because JSON text passed through stays exact. */
export function eventRows(events: readonly NumberedEvent[]): RawBuilder<unknown> {
  return sql`unnest(
    ${events.map((event) => event.seq)}::int[],
    ${events.map((event) => event.type)}::text[],
    ${events.map((event) => JSON.stringify(event.data))}::json[]
  ) as event (seq, type, data)`;
}
