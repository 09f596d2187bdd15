import type { PrepareWrite } from '../chart/create-writer.ts';
import { mayDecideWrites, mayUseCharts, type Principal } from '../domain/access.ts';
import {
  type Decision,
  needsReason,
  type Proposal,
  type ProposalState,
  severePart,
} from '../domain/approval.ts';
import { type AuditAction, type AuditBody, auditBody } from '../domain/audit-entry.ts';
import { canonicalJson } from '../domain/canonical-json.ts';
import { GalenError } from '../domain/errors.ts';
import type { Language } from '../domain/language.ts';
import type { Clock, IdSource } from '../domain/run-context.ts';
import { hashOfWrite } from '../flows/clinic/steps/propose-writes.ts';
import type { Approvals } from '../records/approvals.port.ts';
import type { Turns } from './create-turns.ts';

export interface ApprovalDesk {
  pending(principal: Principal): Promise<Proposal[]>;
  ofRun(principal: Principal, runId: string): Promise<Proposal[]>;
  /** What became of the proposal, its write included where that was the last thing the run waited for. */
  decide(principal: Principal, call: Call, decision: Decision): Promise<Proposal>;
  /** Lets overdue proposals expire, and resumes runs that no longer wait for anyone. */
  sweep(): Promise<void>;
}

interface Call {
  run_id: string;
  call_id: string;
  language: Language;
}

interface DeskPorts {
  approvals: Approvals;
  turns: Pick<Turns, 'resume' | 'putBackStranded'>;
  prepareWrite: PrepareWrite;
  logProblem: (problem: string, error: unknown) => void;
  clock: Clock;
  newId: IdSource;
}

/** Who edits a proposal when the chart has changed under it. */
const SYSTEM = 'system';
const MAY_BE_WRITTEN: ReadonlySet<ProposalState> = new Set(['pending', 'approved', 'executed']);

/** Where people decide on proposed writes. */
export function createApprovalDesk(ports: DeskPorts): ApprovalDesk {
  const { approvals, turns, prepareWrite, logProblem, clock, newId } = ports;

  return {
    async pending(principal) {
      if (!mayUseCharts(principal)) throw new GalenError('FORBIDDEN');
      return approvals.pending(principal.tenant_id);
    },

    async ofRun(principal, runId) {
      if (!mayUseCharts(principal)) throw new GalenError('FORBIDDEN');
      return approvals.ofRun(principal.tenant_id, runId);
    },

    async decide(principal, call, decision) {
      if (!mayDecideWrites(principal)) throw new GalenError('FORBIDDEN');
      const proposal = await find(principal, call);
      if (!proposal) throw new GalenError('NOT_FOUND', { what: 'proposal' });
      refuseUnfit(proposal, decision);
      if (decision.decision === 'approve') await refuseChanged(principal, proposal, call.language);
      const decided =
        decision.decision === 'edit'
          ? await edit(principal, proposal, decision, call.language)
          : await approveOrReject(principal, proposal, decision);
      // Another decision, an edit or the clock was faster: say which.
      if (decided === null) throw whyNot(await find(principal, call), decision);
      if (decided.state !== 'pending') await resumeDecided();
      return (await find(principal, call)) ?? decided;
    },

    async sweep() {
      await turns.putBackStranded();
      await approvals.expire(timestamp());
      await resumeDecided();
    },
  };

  async function find(principal: Principal, { run_id, call_id }: Call) {
    const proposals = await approvals.ofRun(principal.tenant_id, run_id);
    return proposals.find((proposal) => proposal.call_id === call_id);
  }

  function refuseUnfit(proposal: Proposal, { decision, args_hash, reason }: Decision): void {
    const isOver = proposal.state !== 'pending' || proposal.expires_at <= timestamp();
    if (isOver || proposal.args_hash !== args_hash) throw whyNot(proposal, { args_hash });
    if (reason !== undefined || decision === 'edit') return;
    if (decision === 'reject' || proposal.findings.some(needsReason)) {
      throw new GalenError('APPROVAL_NEEDS_REASON');
    }
  }

  function whyNot(proposal: Proposal | undefined, { args_hash }: Pick<Decision, 'args_hash'>): GalenError {
    if (!proposal) return new GalenError('NOT_FOUND', { what: 'proposal' });
    const { state, expires_at } = proposal;
    if (state === 'expired' || (state === 'pending' && expires_at <= timestamp()))
      return new GalenError('APPROVAL_EXPIRED');
    if (state !== 'pending') return new GalenError('APPROVAL_DECIDED', { state });
    return proposal.args_hash === args_hash
      ? new GalenError('RUN_NOT_WAITING')
      : new GalenError('APPROVAL_STALE');
  }

  function approveOrReject(principal: Principal, proposal: Proposal, { decision, reason }: Decision) {
    const { run_id, call_id, args_hash } = proposal;
    const isApproval = decision === 'approve';
    return approvals.decide(principal, {
      run_id,
      call_id,
      args_hash,
      state: isApproval ? 'approved' : 'rejected',
      reason: reason ?? null,
      at: timestamp(),
      audit: auditOf(principal, isApproval ? 'approve' : 'reject', proposal, { reason: reason ?? null }),
    });
  }

  async function edit(principal: Principal, proposal: Proposal, { args }: Decision, language: Language) {
    if (args === undefined) throw new GalenError('BAD_REQUEST', { problem: 'args: an edit needs them' });
    const { run_id, call_id, patient_id, args_hash } = proposal;
    if (args.patient_id !== undefined && args.patient_id !== patient_id)
      throw new GalenError('BAD_REQUEST', { problem: 'args.patient_id: a proposal stays with its patient' });
    const revised = await prepare(principal, { ...proposal, args: { ...args, patient_id } }, language);
    const audit = auditOf(principal, 'edit', proposal, { to: revised.args_hash });
    return approvals.revise(principal, { run_id, call_id, args_hash, revised, at: timestamp(), audit });
  }

  /** The chart may have changed since the checks: a person says yes to what is true now, or sees it first. */
  async function refuseChanged(principal: Principal, proposal: Proposal, language: Language): Promise<void> {
    const { run_id, call_id, args_hash } = proposal;
    const revised = await prepare(principal, proposal, language);
    const isSame = canonicalJson(revised.args) === canonicalJson(proposal.args);
    if (isSame && hasSameSevere(revised, proposal)) return;
    // What was found is told in the language of whoever asked, which may be the other one.
    const other = language === 'en' ? 'vi' : 'en';
    if (isSame && hasSameSevere(await prepare(principal, proposal, other), proposal)) return;
    const system = { ...principal, user_id: SYSTEM };
    const audit = auditOf(system, 'edit', proposal, { to: revised.args_hash, cause: 'findings-changed' });
    const at = timestamp();
    await approvals.revise(principal, { run_id, call_id, args_hash, revised, at, audit });
    throw new GalenError('APPROVAL_STALE');
  }

  /** The write as it would be proposed now, beside what else its run may still write. */
  async function prepare(principal: Principal, proposal: Proposal, language: Language) {
    const { run_id, call_id, tool, args, patient_id } = proposal;
    const alongside = (await approvals.ofRun(principal.tenant_id, run_id)).filter(
      (other) => other.call_id !== call_id && MAY_BE_WRITTEN.has(other.state),
    );
    const prepared = await prepareWrite(principal, { call_id, tool, args }, language, alongside);
    if (!prepared.ok) throw new GalenError('BAD_REQUEST', { problem: prepared.problem });
    const { summary, findings } = prepared;
    const args_hash = hashOfWrite({ tool, patient_id, args: prepared.args, findings });
    return { args: prepared.args, args_hash, summary, findings };
  }

  /** A run that cannot be resumed now is tried again at the next sweep. */
  async function resumeDecided(): Promise<void> {
    for (const { run_id, asker } of await approvals.decidedRuns()) {
      try {
        await (await turns.resume(asker, run_id))?.answer;
      } catch (error) {
        logProblem('a decided turn could not be resumed', error);
      }
    }
  }

  function auditOf(
    principal: Principal,
    action: AuditAction,
    { run_id, call_id, tool, args_hash, findings }: Proposal,
    more: Record<string, unknown>,
  ): AuditBody {
    const severe = findings.filter(needsReason).map(({ check, severity }) => ({ check, severity }));
    const details = { call_id, tool, args_hash, severe, ...more };
    return auditBody(principal, action, { id: newId(), at: timestamp(), run_id, details });
  }

  function timestamp(): string {
    return new Date(clock()).toISOString();
  }
}

function hasSameSevere(a: Pick<Proposal, 'findings'>, b: Pick<Proposal, 'findings'>): boolean {
  return severePart(a.findings).join('\n') === severePart(b.findings).join('\n');
}
