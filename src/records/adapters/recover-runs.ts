import { type Kysely, sql } from 'kysely';
import type { AuditAction } from '../../domain/audit-entry.ts';
import { GalenError } from '../../domain/errors.ts';
import type { IdSource } from '../../domain/run-context.ts';
import { finishRun } from './finish-run.ts';

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
