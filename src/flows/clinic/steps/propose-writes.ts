import { createHash } from 'node:crypto';
import { z } from 'zod';
import { CANNOT_PROPOSE, WAITS_FOR_APPROVAL } from '../../../../texts/clinic.ts';
import type { PreparedWrite, PrepareWrite, WriteToChart } from '../../../chart/create-writer.ts';
import { type Proposal, type ProposalState, severePart, type WriteCall } from '../../../domain/approval.ts';
import { canonicalJson } from '../../../domain/canonical-json.ts';
import { GalenError } from '../../../domain/errors.ts';
import { fillTemplate, type Language } from '../../../domain/language.ts';
import { defineNode, definePause } from '../../../engine/define-node.ts';
import type { Approvals } from '../../../records/approvals.port.ts';
import { alsoAsksChart } from '../chart-question.ts';
import { type CallReport, type ClinicState, reading } from '../clinic-state.ts';
import { describeWaiting, gatherEvidence, quoteEvidence } from '../gather-evidence.ts';
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
    reads: reading(
      'principal',
      'language',
      'question',
      'write_calls',
      'reports',
      'parsed_request',
      'clinical_context',
    ).partial({ parsed_request: true, clinical_context: true }),
    outcomes: ['proposed', 'refused', 'unclear'],

    async run(
      { principal, language, question, write_calls, reports: before, parsed_request, clinical_context },
      { runId, clock, emit },
    ) {
      const now = clock();
      const proposals: Proposal[] = [];
      const refused: CallReport[] = [];
      let unclear: ClinicState['unclear'] | null = null;
      for (const call of write_calls) {
        // Checked against each other too: together they may harm where none does alone.
        const alongside = write_calls.filter((other) => other !== call);
        const prepared = await prepareWrite(principal, call, language, alongside);
        if (prepared.ok) proposals.push(toProposal(runId, call, prepared, { now, approvalMs }));
        else {
          refused.push(toRefusal(call, prepared.problem));
          const { problem, choices, about } = prepared;
          if (choices && about !== undefined) unclear ??= { problem, choices, about };
          emit({ type: 'note', data: { topic: 'write-refused', problem: prepared.problem } });
        }
      }
      // What could not be proposed is told with what was found, now and in the answer after the wait.
      const reports = refused.reduce(withReport, before);
      const isAnswered = before.some(({ status }) => status === 'ok');
      if (proposals.length === 0 && unclear !== null && !isAnswered)
        return { outcome: 'unclear' as const, writes: { unclear, missing: 'order' as const } };
      if (proposals.length === 0) return { outcome: 'refused' as const, writes: { reports } };
      await approvals.propose(principal, proposals);
      for (const proposal of proposals) emit({ type: 'approval', data: proposal });
      const list = proposals.map((proposal) => describeWaiting(proposal, language)).join('\n');
      const waits = fillTemplate(WAITS_FOR_APPROVAL[language], { list });
      const notDone = reports
        .filter(({ status }) => status !== 'ok')
        .map((report) => report.message[language]);
      const told = resultsOf(before, question, { language, now });
      const isHalf = parsed_request !== undefined && alsoAsksChart(parsed_request, null);
      const asked = (isHalf && clinical_context?.patient?.answer?.entries) || [];
      const values = asked.length === 0 ? [] : [...asked.map(({ text }) => text), ''];
      const message = [...values, ...told, waits, ...notDone].join('\n');
      return { outcome: 'proposed' as const, writes: { proposals, reports, message } };
    },
  });
}

/** What was looked up for the same request, in the sources' own sentences: it does not have to wait for a yes. */
function resultsOf(
  reports: readonly CallReport[],
  question: string,
  { language, now }: { language: Language; now: number },
): string[] {
  const found = reports.filter(({ status, call }) => status === 'ok' && call.tool !== 'search_patient');
  if (found.length === 0) return [];
  const at = new Date(now).toISOString();
  const gathered = gatherEvidence({ question, language, at, patient: null, reports: found, proposals: [] });
  return [
    quoteEvidence({ question, language, isJudgement: false, ...gathered }).replace(/ ?\[\d+\]/gu, ''),
    '',
  ];
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
    settled_at: null,
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

    async run({ principal }, _, { runId, clock, emit }) {
      let decided = await approvals.ofRun(principal.tenant_id, runId);
      if (decided.some(({ state }) => state === 'pending')) throw new GalenError('RUN_NOT_WAITING');
      // What ends comes first: what is started beside it may count on that.
      const ends = decided.filter(({ tool }) => tool === 'change_medication');
      for (const proposal of [...ends, ...decided.filter((one) => !ends.includes(one))]) {
        if (proposal.state !== 'approved') continue;
        const end = await writeOnce(proposal);
        await approvals.settle(proposal, { ...end, at: new Date(clock()).toISOString() });
        decided = decided.map((one) => (one.call_id === proposal.call_id ? { ...one, ...end } : one));
      }
      const proposals = await approvals.ofRun(principal.tenant_id, runId);
      for (const proposal of proposals) emit({ type: 'approval', data: proposal });
      return { outcome: 'settled' as const, writes: { proposals } };

      async function writeOnce(proposal: Proposal) {
        try {
          const alongside = decided.filter(
            ({ call_id, state }) => call_id !== proposal.call_id && MAY_BE_WRITTEN.has(state),
          );
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
