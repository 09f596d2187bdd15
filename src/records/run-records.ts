import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Principal } from '../domain/access.ts';
import type { AuditAction } from '../domain/audit-entry.ts';
import { GalenError } from '../domain/errors.ts';
import type { Clock, IdSource } from '../domain/run-context.ts';
import type { NumberedEvent, RunRecord } from '../domain/run-record.ts';
import { appendToChain } from './audit/audit-chain.ts';
import { isOf, messageOf, type RecordTables, recordOf, storableText } from './record-tables.ts';
import type { FinishedRun, RunRecords } from './run-records.port.ts';

/** A process beats several times in this; silent longer, it is gone. */
const SILENT_TOO_LONG_MS = 30_000;

interface RunRecordsOptions {
  db: Kysely<unknown>;
  /** This process, told apart from any other that writes here. */
  instanceId: string;
  clock: Clock;
  newId: IdSource;
}

/** Turns and their events in PostgreSQL. */
export function createRunRecords({ db, instanceId, clock, newId }: RunRecordsOptions): RunRecords {
  const tables = db.withTables<RecordTables>();

  return {
    // One statement, so that a turn is accepted whole or not at all, in one round trip.
    async begin({ tenant_id, user_id }, run) {
      const question = storableText(run.question);
      const { rows } = await sql`
        with new_conversation as (
          insert into conversations (id, tenant_id, user_id, title, flow, patient_id, created_at, updated_at)
          select ${run.conversation_id}, ${tenant_id}, ${user_id}, ${titleOf(question)}, ${run.flow}, ${run.patient_id},
            ${run.created_at}::timestamptz, ${run.created_at}::timestamptz
          where ${run.new_conversation}::boolean
          returning id
        ),
        own_conversation as (
          update conversations set updated_at = greatest(updated_at, ${run.created_at}::timestamptz),
            flow = ${run.flow}, patient_id = ${run.patient_id}
          where not ${run.new_conversation}::boolean
            and id = ${run.conversation_id} and tenant_id = ${tenant_id} and user_id = ${user_id}
          returning id
        ),
        conversation as (select id from new_conversation union all select id from own_conversation),
        run as (
          insert into runs (id, tenant_id, user_id, conversation_id, instance_id, flow, status, question, created_at)
          select ${run.id}, ${tenant_id}, ${user_id}, id, ${instanceId}, ${run.flow}, 'running', ${question},
            ${run.created_at}::timestamptz
          from conversation
          returning id, conversation_id
        ),
        message as (
          insert into messages (id, tenant_id, user_id, conversation_id, run_id, author, text, created_at)
          select ${run.message_id}, ${tenant_id}, ${user_id}, conversation_id, id, 'asker', ${question},
            ${run.created_at}::timestamptz
          from run
        )
        select id from run
      `.execute(db);
      if (rows.length === 0) throw new GalenError('NOT_FOUND', { what: 'conversation' });
    },

    // Turns stand in the order in which they began, each answer behind its own question however late it came.
    async history({ tenant_id, user_id }, runId, limit) {
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
    },

    async appendEvents(runId, events) {
      if (events.length === 0) return;
      await sql`
        insert into run_events (run_id, seq, tenant_id, type, data)
        select runs.id, event.seq, runs.tenant_id, event.type, event.data
        from runs, ${eventRows(events)}
        where runs.id = ${runId}
        on conflict (run_id, seq) do nothing
      `.execute(db);
    },

    finish: (principal, run) => finishRun(db, principal, run),

    async get(principal, runId) {
      const row = await ownRuns(principal).selectAll().where('id', '=', runId).executeTakeFirst();
      return row === undefined ? null : recordOf<RunRecord>(row);
    },

    async events(principal, runId, afterSeq) {
      const rows = await ownRuns(principal)
        .innerJoin('run_events', 'run_events.run_id', 'runs.id')
        .select(['run_events.seq', 'run_events.type', 'run_events.data'])
        .where('runs.id', '=', runId)
        .where('run_events.seq', '>', afterSeq)
        .orderBy('run_events.seq')
        .execute();
      // A cast, because type and data were one event when they were stored.
      return rows.map(({ type, data, seq }) => ({ type, data, seq }) as NumberedEvent);
    },

    async takeUp(principal, runId) {
      const row = await tables
        .updateTable('runs')
        .set({ status: 'running', instance_id: instanceId })
        .where('id', '=', runId)
        .where(isOf(principal))
        .where('status', '=', 'waiting')
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : recordOf<RunRecord>(row);
    },

    async putBack(principal, runId) {
      await tables
        .updateTable('runs')
        .set({ status: 'waiting' })
        .where('id', '=', runId)
        .where(isOf(principal))
        .where('instance_id', '=', instanceId)
        .where('status', '=', 'running')
        .execute();
    },

    async heartbeat() {
      const now = new Date(clock());
      await sql`
        insert into instances (id, heartbeat_at) values (${instanceId}, ${now})
        on conflict (id) do update set heartbeat_at = excluded.heartbeat_at
      `.execute(db);
    },

    recover: ({ soleOwner }) =>
      db.transaction().execute(async (transaction) => {
        const at = new Date(clock()).toISOString();
        const error = new GalenError('RUN_INTERRUPTED').body();
        const all = await lockLostRuns(transaction, soleOwner);
        // What was decided on their proposals is still to be done.
        const waited = all.filter(({ has_waited }) => has_waited).map(({ id }) => id);
        await sql`update runs set status = 'waiting' where id = any(${waited})`.execute(transaction);
        const lost = all.filter(({ has_waited }) => !has_waited);
        // What they had proposed, nobody has been asked.
        const gone = lost.map(({ id }) => id);
        await sql`update proposals set state = 'expired' where run_id = any(${gone})`.execute(transaction);
        for (const { id, tenant_id, user_id, question, next_seq } of lost) {
          const action: AuditAction = 'ask-interrupted';
          await finishRun(
            transaction,
            { tenant_id, user_id },
            {
              id,
              status: 'interrupted',
              answer: null,
              error,
              events: [{ type: 'error', data: error, seq: next_seq }],
              message_id: newId(),
              audit: { id: newId(), at, tenant_id, user_id, action, run_id: id, question, details: {} },
              finished_at: at,
            },
          );
        }
        return lost.length;
      }),
  };

  /** The event goes after whatever the lost process had stored; another recovering process passes over locked runs. */
  async function lockLostRuns(transaction: Kysely<unknown>, soleOwner: boolean): Promise<LostRun[]> {
    const silentSince = new Date(clock() - SILENT_TOO_LONG_MS);
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

  function ownRuns({ tenant_id, user_id }: Principal) {
    return tables
      .selectFrom('runs')
      .where('runs.tenant_id', '=', tenant_id)
      .where('runs.user_id', '=', user_id);
  }
}

const TITLE_LENGTH = 80;

function titleOf(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim();
  const letters = Array.from(line);
  return letters.length <= TITLE_LENGTH ? line : `${letters.slice(0, TITLE_LENGTH - 1).join('')}…`;
}

/**
 * One statement, so that a turn ends whole or not at all, in one round trip. Asked again with the same audit id (its
 * answer was lost on the way) it changes nothing.
 */
async function finishRun(
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
  if (rows.length > 0) return;
  const { rows: own } = await sql`
    select from runs where id = ${run.id} and tenant_id = ${tenant_id} and user_id = ${user_id}
  `.execute(db);
  if (own.length === 0) throw new GalenError('NOT_FOUND', { what: 'run' });
  throw new GalenError('RUN_INTERRUPTED', {}, { cause: new Error('another process has ended the run') });
}

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
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

/** Events as a table expression `event(seq, type, data)`. Three arrays, because JSON text passed through stays exact. */
function eventRows(events: readonly NumberedEvent[]): RawBuilder<unknown> {
  return sql`unnest(
    ${events.map((event) => event.seq)}::int[],
    ${events.map((event) => event.type)}::text[],
    ${events.map((event) => JSON.stringify(event.data))}::json[]
  ) as event (seq, type, data)`;
}
