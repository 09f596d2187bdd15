import { type Kysely, type Selectable, sql } from 'kysely';
import type { Principal } from '../domain/access.ts';
import type { AuditBody } from '../domain/audit-entry.ts';
import type { Feedback, FeedbackCounts, FeedbackReason, Rating } from '../domain/run-record.ts';
import { appendToChain } from './audit/audit-chain.ts';
import { type RecordTables, recordOf, storableText } from './record-tables.ts';

/** What askers think of the answers to their own turns; anyone else's turns do not exist for them. */
export interface Feedbacks {
  /** Keeps it in place of what was said before, with its audit entry; null for a turn that is not theirs or has no answer. */
  give(principal: Principal, feedback: Feedback, audit: AuditBody): Promise<Feedback | null>;
  /** Takes it back, with its audit entry; false where there is none of theirs. */
  takeBack(principal: Principal, runId: string, audit: AuditBody): Promise<boolean>;
  ofConversation(principal: Principal, conversationId: string): Promise<Feedback[]>;
  /** Of all a tenant's askers, or of one. */
  count(tenantId: string, options?: { since?: string; userId?: string | undefined }): Promise<FeedbackCounts>;
}

/** Feedback in PostgreSQL. Every statement names the tenant, and the user where only theirs may be seen. */
export function createFeedbacks({ db }: { db: Kysely<unknown> }): Feedbacks {
  return {
    async give({ tenant_id, user_id }, { run_id, rating, reason, comment, updated_at }, audit) {
      const { rows } = await sql<Selectable<RecordTables['feedback']>>`
        with given as (
          insert into feedback (run_id, tenant_id, user_id, rating, reason, comment, updated_at)
          select id, tenant_id, user_id, ${rating}, ${reason}, ${comment === null ? null : storableText(comment)},
            ${updated_at}::timestamptz
          from runs
          where id = ${run_id} and tenant_id = ${tenant_id} and user_id = ${user_id} and answer is not null
          on conflict (run_id) do update set
            rating = excluded.rating, reason = excluded.reason, comment = excluded.comment,
            updated_at = excluded.updated_at
          returning *
        ),
        ${appendToChain(sql`given`, audit)}
        select * from given
      `.execute(db);
      return rows[0] ? recordOf<Feedback>(rows[0]) : null;
    },

    async takeBack({ tenant_id, user_id }, runId, audit) {
      const { rows } = await sql`
        with taken as (
          delete from feedback where run_id = ${runId} and tenant_id = ${tenant_id} and user_id = ${user_id}
          returning run_id
        ),
        ${appendToChain(sql`taken`, audit)}
        select run_id from taken
      `.execute(db);
      return rows.length > 0;
    },

    async ofConversation({ tenant_id, user_id }, conversationId) {
      const { rows } = await sql<Selectable<RecordTables['feedback']>>`
        select feedback.* from feedback join runs on runs.id = feedback.run_id
        where runs.conversation_id = ${conversationId}
          and feedback.tenant_id = ${tenant_id} and feedback.user_id = ${user_id}
        order by feedback.updated_at, feedback.run_id
      `.execute(db);
      return rows.map((row) => recordOf<Feedback>(row));
    },

    async count(tenantId, { since, userId } = {}) {
      const { rows } = await sql<{ rating: Rating; reason: FeedbackReason | null; count: number }>`
        select rating, reason, count(*)::integer as count from feedback
        where tenant_id = ${tenantId}
          and (${since ?? null}::timestamptz is null or updated_at >= ${since ?? null}::timestamptz)
          and (${userId ?? null}::text is null or user_id = ${userId ?? null})
        group by rating, reason order by rating, reason
      `.execute(db);
      const sum = (wanted: Rating) =>
        rows.reduce((all, { rating, count }) => all + (rating === wanted ? count : 0), 0);
      const reasons = rows.flatMap(({ rating, reason, count }) =>
        rating === 'down' && reason !== null ? [[reason, count]] : [],
      );
      return { up: sum('up'), down: sum('down'), reasons: Object.fromEntries(reasons) };
    },
  };
}
