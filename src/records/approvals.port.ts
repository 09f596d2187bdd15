import type { Principal } from '../domain/access.ts';
import type { Proposal, ProposalState, SafetyFinding } from '../domain/approval.ts';
import type { AuditBody } from '../domain/audit-entry.ts';

/** A write as it is proposed. */
export type NewProposal = Omit<Proposal, 'state' | 'reason' | 'decided_by' | 'result'>;

export interface Verdict {
  run_id: string;
  call_id: string;
  /** Of what the person has seen. */
  args_hash: string;
  state: 'approved' | 'rejected';
  reason: string | null;
  at: string;
  /** Written with the decision, or neither is. */
  audit: AuditBody;
}

export interface Revision {
  run_id: string;
  call_id: string;
  /** Of what the person has edited, and of what became of it. */
  args_hash: string;
  revised: { args: Proposal['args']; args_hash: string; summary: string; findings: SafetyFinding[] };
  at: string;
  audit: AuditBody;
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
    end: { state: ProposalState; result: string | null },
  ): Promise<void>;
  /** Marks those expired whose time is over. */
  expire(now: string): Promise<void>;
  /** Waiting runs in which nothing waits for a person any more, with who asked. */
  decidedRuns(): Promise<{ run_id: string; asker: Principal }[]>;
}
