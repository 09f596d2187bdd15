import { type Kysely, type Selectable, sql } from 'kysely';
import type { Principal } from '../domain/access.ts';
import { GalenError } from '../domain/errors.ts';
import type { Clock, IdSource } from '../domain/run-context.ts';
import type { NumberedEvent, RunRecord } from '../domain/run-record.ts';
import { eventRows, finishRun, recoverRuns } from './finish-run.ts';
import { messageOf, type RecordTables, recordOf, storableText } from './record-tables.ts';
import type { History, NewRun, RunRecords } from './run-records.port.ts';

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
    begin: (principal, run) => beginRun(db, instanceId, principal, run),

    history: (principal, runId, limit) => readHistory(db, principal, runId, limit),

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

    async takeUp({ tenant_id, user_id }, runId) {
      const row = await tables
        .updateTable('runs')
        .set({ status: 'running', instance_id: instanceId })
        .where('id', '=', runId)
        .where('tenant_id', '=', tenant_id)
        .where('user_id', '=', user_id)
        .where('status', '=', 'waiting')
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : recordOf<RunRecord>(row);
    },

    async putBack({ tenant_id, user_id }, runId) {
      await tables
        .updateTable('runs')
        .set({ status: 'waiting' })
        .where('id', '=', runId)
        .where('tenant_id', '=', tenant_id)
        .where('user_id', '=', user_id)
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

    recover: ({ soleOwner }) => recoverRuns(db, { soleOwner, instanceId, now: clock(), newId }),
  };

  function ownRuns({ tenant_id, user_id }: Principal) {
    return tables
      .selectFrom('runs')
      .where('runs.tenant_id', '=', tenant_id)
      .where('runs.user_id', '=', user_id);
  }
}

const TITLE_LENGTH = 80;

/** One statement, so that a turn is accepted whole or not at all, in one round trip. */
async function beginRun(
  db: Kysely<unknown>,
  instanceId: string,
  { tenant_id, user_id }: Principal,
  run: NewRun,
): Promise<void> {
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
}

function titleOf(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim();
  const letters = Array.from(line);
  return letters.length <= TITLE_LENGTH ? line : `${letters.slice(0, TITLE_LENGTH - 1).join('')}…`;
}

/** Turns stand in the order in which they began, each answer behind its own question however late it came. */
async function readHistory(
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
