import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Proposal } from '../domain/approval.ts';
import type { Approvals, Decided } from './approvals.port.ts';
import { appendToChain } from './audit/audit-chain.ts';
import { type RecordTables, recordOf, storableText } from './record-tables.ts';

type Row = Selectable<RecordTables['proposals']>;

/** Proposals in PostgreSQL. A decision is one statement that only a waiting row accepts, so the first one wins. */
export function createApprovals({ db }: { db: Kysely<unknown> }): Approvals {
  return {
    async propose(asker, proposals) {
      for (const proposal of proposals) {
        await sql`
          insert into proposals (
            run_id, call_id, tenant_id, asker, tool, args, args_hash, patient_id, summary, findings, state,
            created_at, expires_at
          ) values (
            ${proposal.run_id}, ${proposal.call_id}, ${asker.tenant_id}, ${JSON.stringify(asker)}::json,
            ${proposal.tool}, ${JSON.stringify(proposal.args)}::json, ${proposal.args_hash}, ${proposal.patient_id},
            ${storableText(proposal.summary)}, ${JSON.stringify(proposal.findings)}::json, 'pending',
            ${proposal.created_at}::timestamptz, ${proposal.expires_at}::timestamptz
          ) on conflict do nothing
        `.execute(db);
      }
    },

    async ofRun(tenantId, runId) {
      const { rows } = await sql<Row>`
        select * from proposals where tenant_id = ${tenantId} and run_id = ${runId} order by created_at, call_id
      `.execute(db);
      return rows.map((row) => recordOf<Proposal>(row));
    },

    async pending(tenantId) {
      const { rows } = await sql<Row>`
        select * from proposals where tenant_id = ${tenantId} and state = 'pending'
        order by created_at desc, run_id, call_id
      `.execute(db);
      return rows.map((row) => recordOf<Proposal>(row));
    },

    decide: ({ tenant_id, user_id }, { state, reason, ...verdict }) =>
      change(
        tenant_id,
        verdict,
        sql`state = ${state}, reason = ${reason && storableText(reason)}, decided_by = ${user_id}`,
      ),

    revise: ({ tenant_id }, { revised: { args, args_hash, summary, findings }, ...revision }) =>
      change(
        tenant_id,
        revision,
        sql`args = ${JSON.stringify(args)}::json, args_hash = ${args_hash},
          summary = ${storableText(summary)}, findings = ${JSON.stringify(findings)}::json`,
      ),

    async settle({ run_id, call_id }, { state, result, at }) {
      await sql`
        update proposals set state = ${state}, result = ${result}, settled_at = ${at}::timestamptz
        where run_id = ${run_id} and call_id = ${call_id} and state = 'approved'
      `.execute(db);
    },

    async expire(now) {
      await sql`
        update proposals set state = 'expired' where state = 'pending' and expires_at <= ${now}::timestamptz
      `.execute(db);
    },

    async decidedRuns() {
      const { rows } = await sql<Pick<Row, 'run_id' | 'asker'>>`
        select distinct on (run_id) run_id, asker from proposals join runs on runs.id = run_id
        where runs.status = 'waiting'
          and not exists (select from proposals other where other.run_id = runs.id and other.state = 'pending')
      `.execute(db);
      return rows;
    },
  };

  /** Changes a proposal that waits, in the state in which the person has seen it, with the entry that tells of it. */
  async function change(
    tenantId: string,
    { run_id, call_id, args_hash, at, audit }: Decided,
    changes: RawBuilder<unknown>,
  ): Promise<Proposal | null> {
    const { rows } = await sql<Row>`
      with decided as (
        update proposals set ${changes}
        where tenant_id = ${tenantId} and run_id = ${run_id} and call_id = ${call_id} and args_hash = ${args_hash}
          and state = 'pending' and expires_at > ${at}::timestamptz
          and exists (select from runs where runs.id = run_id and runs.status = 'waiting')
        returning *
      ),
      ${appendToChain(sql`decided`, audit)}
      select * from decided
    `.execute(db);
    return rows[0] ? recordOf<Proposal>(rows[0]) : null;
  }
}
