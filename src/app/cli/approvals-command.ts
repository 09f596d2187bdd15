import type { Decision, Proposal } from '../../domain/approval.ts';
import { GalenError } from '../../domain/errors.ts';
import { demoPrincipal } from '../auth/demo-principals.ts';
import { type CommandOptions, withGalen } from './command.ts';
import { howToDecide, SEEN } from './print-answer.ts';

interface DecisionOptions extends CommandOptions {
  seen: string;
  reason?: string;
  set?: string[];
}

/** `galen approvals`: the proposed writes that wait for a clinician, with what speaks against them. */
export async function listApprovals(options: CommandOptions): Promise<void> {
  await withGalen(async ({ approvalDesk }) => {
    const proposals = await approvalDesk.pending(demoPrincipal(options.as));
    if (options.json) process.stdout.write(`${JSON.stringify({ proposals }, null, 2)}\n`);
    else if (proposals.length === 0) process.stdout.write('Nothing waits for a decision.\n');
    else process.stdout.write(proposals.map(describeProposal).join('\n'));
  });
}

/** `galen approvals approve|reject|edit <run> <call> --seen <hash>`: decides on the proposal that was shown, and on no other. */
export async function decideApproval(
  decision: Decision['decision'],
  runId: string,
  callId: string,
  { seen, reason, set = [], ...options }: DecisionOptions,
): Promise<void> {
  await withGalen(async ({ approvalDesk }) => {
    const principal = demoPrincipal(options.as);
    const proposal = (await approvalDesk.ofRun(principal, runId)).find(({ call_id }) => call_id === callId);
    if (!proposal) throw new GalenError('NOT_FOUND', { what: 'proposal' });
    if (seen.length < SEEN || !proposal.args_hash.startsWith(seen)) throw new GalenError('APPROVAL_STALE');
    const decided = await approvalDesk.decide(
      principal,
      { run_id: runId, call_id: callId, language: 'en' },
      {
        decision,
        args_hash: proposal.args_hash,
        ...(reason ? { reason } : {}),
        ...(decision === 'edit' ? { args: { ...proposal.args, ...fieldsOf(set) } } : {}),
      },
    );
    if (options.json) process.stdout.write(`${JSON.stringify(decided, null, 2)}\n`);
    else process.stdout.write(describeProposal(decided));
  });
}

function fieldsOf(set: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    set.map((pair) => {
      const [, name, value] = /^(\w+)=(.*)$/su.exec(pair) ?? [];
      if (name === undefined || value === undefined)
        throw new GalenError('BAD_REQUEST', { problem: `--set ${pair}: give it as field=value` });
      return [name, value];
    }),
  );
}

function describeProposal(proposal: Proposal): string {
  const { summary, state, result, findings } = proposal;
  const lines = findings.flatMap(({ severity, message, evidence }) => [
    `  ${severity}: ${message}`,
    ...evidence.map(
      ({ title, reference }) => `    ${reference === null ? title : `${title} (${reference})`}`,
    ),
  ]);
  const end = result === null ? state : `${state} (${result})`;
  const next = state === 'pending' ? [`  ${howToDecide(proposal)}`] : [];
  return `${[`${summary}: ${end}`, ...lines, ...next].join('\n')}\n`;
}
