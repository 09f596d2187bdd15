import type { Proposal } from '../../domain/approval.ts';
import { GalenError } from '../../domain/errors.ts';
import { demoPrincipal } from '../demo-principals.ts';
import { withGalen } from './with-galen.ts';

interface ApprovalOptions {
  as?: string;
  reason?: string;
  json?: boolean;
}

/** `galen approvals`: the proposed writes that wait for a clinician, with what speaks against them. */
export async function listApprovals(options: ApprovalOptions): Promise<void> {
  await withGalen(async ({ approvalDesk }) => {
    const proposals = await approvalDesk.pending(demoPrincipal(options.as));
    if (options.json) process.stdout.write(`${JSON.stringify({ proposals }, null, 2)}\n`);
    else if (proposals.length === 0) process.stdout.write('Nothing waits for a decision.\n');
    else process.stdout.write(proposals.map(describeProposal).join('\n'));
  });
}

/** `galen approvals approve|reject <run> <call>`: decides on a proposal as it stands now. */
export async function decideApproval(
  decision: 'approve' | 'reject',
  runId: string,
  callId: string,
  options: ApprovalOptions,
): Promise<void> {
  await withGalen(async ({ approvalDesk }) => {
    const principal = demoPrincipal(options.as);
    const proposal = (await approvalDesk.ofRun(principal, runId)).find(({ call_id }) => call_id === callId);
    if (!proposal) throw new GalenError('NOT_FOUND', { what: 'proposal' });
    const decided = await approvalDesk.decide(
      principal,
      { run_id: runId, call_id: callId, language: 'en' },
      { decision, args_hash: proposal.args_hash, ...(options.reason ? { reason: options.reason } : {}) },
    );
    if (options.json) process.stdout.write(`${JSON.stringify(decided, null, 2)}\n`);
    else process.stdout.write(describeProposal(decided));
  });
}

function describeProposal({ run_id, call_id, summary, state, result, findings }: Proposal): string {
  const lines = findings.map(({ severity, message }) => `  ${severity}: ${message}`);
  const end = result === null ? state : `${state} (${result})`;
  return `${[`${summary}: ${end}`, ...lines, `  galen approvals approve ${run_id} ${call_id}`].join('\n')}\n`;
}
