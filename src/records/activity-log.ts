import { type Kysely, sql } from 'kysely';
import { mayAudit, type Principal } from '../domain/access.ts';
import type { Activity, ActivityRun } from '../domain/activity.ts';
import type { Feedbacks } from './feedbacks.ts';

const REFUSALS = sql`('ask-refused', 'search-refused')`;

interface ActivityOptions {
  db: Kysely<unknown>;
  feedbacks: Pick<Feedbacks, 'count'>;
}

/** What went on, from what is on record. Every statement names the tenant, and the user where only theirs may be seen. */
export function createActivityLog({ db, feedbacks }: ActivityOptions) {
  return {
    /** The newest turns since then, at most `limit`: the tenant's for those who may audit it, for others their own. */
    async read(principal: Principal, { since, limit }: { since: string; limit: number }): Promise<Activity> {
      const { tenant_id, user_id } = principal;
      const isWhole = mayAudit(principal);
      const runs = await sql<RunRow>`
        select id, flow, status, created_at,
          extract(epoch from finished_at - created_at) * 1000 as duration_ms,
          answer->'degraded'->>'reason' as degraded,
          coalesce(json_typeof(answer->'abstained') <> 'null', false) as abstained,
          coalesce(json_typeof(answer->'emergency') <> 'null', false) as emergency,
          coalesce((answer->'redactions')::text ~ ':\\s*[1-9]', false) as redacted,
          coalesce((answer->'usage'->>'llm_calls')::integer, 0) as llm_calls,
          (select count(*)::integer from run_events
            where run_id = runs.id and type = 'note' and data->>'topic' = 'model-cache-hit') as cache_hits
        from runs
        where tenant_id = ${tenant_id} and created_at >= ${since} and (${isWhole} or user_id = ${user_id})
        order by created_at desc, id desc limit ${limit}`.execute(db);
      const refusals = await sql<{ at: string; code: string }>`
        select at, code from (
          select body::json->>'at' as at, body::json->'details'->>'code' as code,
            body::json->>'action' as action, body::json->>'user_id' as user_id
          from audit_entries where tenant_id = ${tenant_id} order by seq desc limit ${limit * 2}
        ) as latest
        where action in ${REFUSALS} and at >= ${since} and (${isWhole} or user_id = ${user_id})
        order by at desc`.execute(db);
      return {
        since,
        of: isWhole ? 'tenant' : 'asker',
        runs: runs.rows.map(runOf),
        refusals: refusals.rows.map(({ at, code }) => ({ at, code: code ?? '' })),
        feedback: await feedbacks.count(tenant_id, { since, userId: isWhole ? undefined : user_id }),
      };
    },
  };
}

type RunRow = Omit<ActivityRun, 'created_at' | 'duration_ms'> & {
  created_at: Date;
  duration_ms: string | null;
};

function runOf({ created_at, duration_ms, ...run }: RunRow): ActivityRun {
  return {
    ...run,
    created_at: new Date(created_at).toISOString(),
    duration_ms: duration_ms === null ? null : Math.round(Number(duration_ms)),
  };
}
