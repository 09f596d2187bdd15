import { type Kysely, type Selectable, sql } from 'kysely';
import type { Principal } from '../../domain/access.ts';
import type { Clock, IdSource } from '../../domain/run-context.ts';
import type { NumberedEvent } from '../../domain/run-event.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import type { RunRecords } from '../run-records.port.ts';
import { beginRun } from './begin-run.ts';
import { eventRows } from './event-rows.ts';
import { finishRun } from './finish-run.ts';
import { readHistory } from './read-history.ts';
import type { RecordTables } from './record-tables.ts';
import { recoverRuns } from './recover-runs.ts';

export interface RunRecordsOptions {
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
      return row === undefined ? null : runRecordOf(row);
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
      return row === undefined ? null : runRecordOf(row);
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

function runRecordOf(row: Selectable<RecordTables['runs']>): RunRecord {
  return {
    id: row.id,
    conversation_id: row.conversation_id,
    flow: row.flow,
    status: row.status,
    question: row.question,
    answer: row.answer,
    error: row.error,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
