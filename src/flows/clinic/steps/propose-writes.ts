import { createHash } from 'node:crypto';
import { z } from 'zod';
import { CANNOT_PROPOSE, WAITS_FOR_APPROVAL } from '../../../../texts/clinic.ts';
import type { PreparedWrite, PrepareWrite, WriteToChart } from '../../../chart/create-writer.ts';
import { type Proposal, type ProposalState, severePart, type WriteCall } from '../../../domain/approval.ts';
import { canonicalJson } from '../../../domain/canonical-json.ts';
import { GalenError } from '../../../domain/errors.ts';
import { fillTemplate } from '../../../domain/language.ts';
import { defineNode, definePause } from '../../../engine/define-node.ts';
import type { Approvals } from '../../../records/approvals.port.ts';
import { type CallReport, reading } from '../clinic-state.ts';
import { describeWaiting } from '../gather-evidence.ts';
import { failedReport, withReport } from './execute-calls.ts';

export interface ProposePorts {
  approvals: Approvals;
  prepareWrite: PrepareWrite;
  approvalMs: number;
}

/** Checks the writes that the flow wants and stores them as proposals; only a person's yes carries them out. */
export function proposeWrites({ approvals, prepareWrite, approvalMs }: ProposePorts) {
  return defineNode({
    step: 'propose',
    reads: reading('principal', 'language', 'write_calls', 'reports'),
    outcomes: ['proposed', 'refused'],

    async run({ principal, language, write_calls, reports: before }, { runId, clock, emit }) {
      const now = clock();
      const proposals: Proposal[] = [];
      const refused: CallReport[] = [];
      for (const call of write_calls) {
        // Checked against each other too: together they may harm where none does alone.
        const alongside = write_calls.filter((other) => other !== call);
        const prepared = await prepareWrite(principal, call, language, alongside);
        if (prepared.ok) proposals.push(toProposal(runId, call, prepared, { now, approvalMs }));
        else {
          refused.push(toRefusal(call, prepared.problem));
          emit({ type: 'note', data: { topic: 'write-refused', problem: prepared.problem } });
        }
      }
      // What could not be proposed is told with what was found, now and in the answer after the wait.
      const reports = refused.reduce(withReport, before);
      if (proposals.length === 0) return { outcome: 'refused' as const, writes: { reports } };
      await approvals.propose(principal, proposals);
      for (const proposal of proposals) emit({ type: 'approval', data: proposal });
      const list = proposals.map((proposal) => describeWaiting(proposal, language)).join('\n');
      const waits = fillTemplate(WAITS_FOR_APPROVAL[language], { list });
      const message = [waits, ...refused.map((report) => report.message[language])].join('\n');
      return { outcome: 'proposed' as const, writes: { proposals, reports, message } };
    },
  });
}

/** Its arguments stay out of it: they may hold names. */
function toRefusal({ call_id, tool }: WriteCall, problem: string): CallReport {
  const message = {
    en: fillTemplate(CANNOT_PROPOSE.en, { tool, problem }),
    vi: fillTemplate(CANNOT_PROPOSE.vi, { tool, problem }),
  };
  const call = { call_id, tool, query: '', args: {} };
  return failedReport(call, { status: 'invalid', reason: 'write-refused', message });
}

function toProposal(
  run_id: string,
  { call_id, tool }: WriteCall,
  { args, patient_id, summary, findings }: PreparedWrite & { ok: true },
  { now, approvalMs }: { now: number; approvalMs: number },
): Proposal {
  return {
    run_id,
    call_id,
    tool,
    args,
    args_hash: hashOfWrite({ tool, patient_id, args, findings }),
    patient_id,
    summary,
    findings,
    state: 'pending',
    reason: null,
    decided_by: null,
    result: null,
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + approvalMs).toISOString(),
  };
}

/** What a decision names: another tool, patient, argument or severe finding gives another hash. */
export function hashOfWrite(write: Pick<Proposal, 'tool' | 'patient_id' | 'args' | 'findings'>): string {
  const { tool, patient_id, args, findings } = write;
  const seen = { tool, patient_id, args, severe: severePart(findings) };
  return createHash('sha256').update(canonicalJson(seen)).digest('hex');
}

/** What a waiting run is told once people have decided on all it proposed; what they decided is on record. */
export const DECIDED = 'decided';

const MAY_BE_WRITTEN: ReadonlySet<ProposalState> = new Set(['approved', 'executed']);

/** Waits until people have decided on every proposed write, then does what they approved. */
export function awaitApproval(ports: { approvals: Approvals; writeToChart: WriteToChart }) {
  const { approvals, writeToChart } = ports;
  return definePause({
    step: 'approve',
    reads: reading('principal', 'proposals'),
    answer: z.literal(DECIDED),
    outcomes: ['settled'],

    ask: ({ proposals }) => proposals.map(({ call_id, args_hash }) => ({ call_id, args_hash })),

    async run({ principal }, _, { runId, emit }) {
      const decided = await approvals.ofRun(principal.tenant_id, runId);
      if (decided.some(({ state }) => state === 'pending')) throw new GalenError('RUN_NOT_WAITING');
      for (const proposal of decided) {
        if (proposal.state !== 'approved') continue;
        const end = await writeOnce(proposal);
        await approvals.settle(proposal, end);
      }
      const proposals = await approvals.ofRun(principal.tenant_id, runId);
      for (const proposal of proposals) emit({ type: 'approval', data: proposal });
      return { outcome: 'settled' as const, writes: { proposals } };

      async function writeOnce(proposal: Proposal) {
        try {
          const alongside = decided.filter((other) => other !== proposal && MAY_BE_WRITTEN.has(other.state));
          const result = await writeToChart(principal, proposal, alongside);
          return { state: 'executed' as const, result };
        } catch (error) {
          // A server that is away may have written it: asked again later, it tells. One that refuses has not.
          if (!(error instanceof GalenError)) throw new GalenError('CHART_UNAVAILABLE', {}, { cause: error });
          if (error.retryable) throw error;
          return { state: 'failed' as const, result: error.code };
        }
      }
    },
  });
}
