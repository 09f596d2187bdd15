import type { Principal } from '../domain/access.ts';
import type { Proposal, ProposalState } from '../domain/approval.ts';
import type { AuditBody } from '../domain/audit-entry.ts';

/** A write as it is proposed. */
export type NewProposal = Omit<Proposal, 'state' | 'reason' | 'decided_by' | 'result' | 'settled_at'>;

/** What a person does with a proposal. */
export interface Decided {
  run_id: string;
  call_id: string;
  /** Of what the person has seen. */
  args_hash: string;
  at: string;
  /** Written with the decision, or neither is. */
  audit: AuditBody;
}

export interface Verdict extends Decided {
  state: 'approved' | 'rejected';
  reason: string | null;
}

interface Revision extends Decided {
  /** What became of it. */
  revised: Pick<Proposal, 'args' | 'args_hash' | 'summary' | 'findings'>;
}

/** Proposed writes and what people decided on them. All of them are seen by the tenant's clinicians, and changed one by one. */
export interface Approvals {
  /** Proposed again after a crash (same run and call), a proposal stays as it is. */
  propose(asker: Principal, proposals: readonly NewProposal[]): Promise<void>;
  ofRun(tenantId: string, runId: string): Promise<Proposal[]>;
  /** Those that wait, newest first. */
  pending(tenantId: string): Promise<Proposal[]>;
  /** Null when it no longer waits, has expired or is not what the person has seen: then nothing has changed. */
  decide(decider: Principal, verdict: Verdict): Promise<Proposal | null>;
  /** As `decide`; the revised proposal waits like a new one. */
  revise(decider: Principal, revision: Revision): Promise<Proposal | null>;
  /** What became of an approved write. Told again it changes nothing. */
  settle(
    proposal: Pick<Proposal, 'run_id' | 'call_id'>,
    end: { state: ProposalState; result: string | null; at: string },
  ): Promise<void>;
  /** Marks those expired whose time is over. */
  expire(now: string): Promise<void>;
  /** Waiting runs in which nothing waits for a person any more, with who asked. */
  decidedRuns(): Promise<{ run_id: string; asker: Principal }[]>;
}
