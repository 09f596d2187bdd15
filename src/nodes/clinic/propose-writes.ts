import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { PreparedWrite, PrepareWrite } from '../../chart/write-to-chart.port.ts';
import { Principal } from '../../domain/access.ts';
import { type Proposal, WriteCall } from '../../domain/approval.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { fillTemplate } from '../../domain/fill-template.ts';
import { type Bilingual, Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Approvals } from '../../records/approvals.port.ts';

export interface ProposePorts {
  approvals: Approvals;
  prepareWrite: PrepareWrite;
  /** How long a proposal waits for a person. */
  approvalMs: number;
}

const WAITS: Bilingual = {
  en: 'Nothing has been written yet. What I propose waits for a clinician’s approval:\n{list}',
  vi: 'Chưa có gì được ghi. Đề xuất dưới đây chờ bác sĩ phê duyệt:\n{list}',
};
const REFUSED: Bilingual = {
  en: 'I cannot propose this: {problems}',
  vi: 'Tôi không thể đề xuất việc này: {problems}',
};

/** Checks the writes that the flow wants and stores them as proposals; only a person's yes carries them out. */
export function proposeWrites({ approvals, prepareWrite, approvalMs }: ProposePorts) {
  return defineNode({
    step: 'propose',
    reads: z.object({ principal: Principal, language: Language, write_calls: z.array(WriteCall) }),
    outcomes: ['proposed', 'refused'],

    async run({ principal, language, write_calls }, { runId, clock, emit }) {
      const now = clock();
      const proposals: Proposal[] = [];
      const problems: string[] = [];
      for (const call of write_calls) {
        const prepared = await prepareWrite(principal, call, language);
        if (prepared.ok) proposals.push(toProposal(runId, call, prepared, { now, approvalMs }));
        else problems.push(prepared.problem);
      }
      if (problems.length > 0) emit({ type: 'note', data: { topic: 'write-refused', problems } });
      if (proposals.length === 0) {
        const draft = fillTemplate(REFUSED[language], { problems: problems.join(' ') });
        return { outcome: 'refused' as const, writes: { draft, claims: false } };
      }
      await approvals.propose(principal, proposals);
      for (const proposal of proposals) emit({ type: 'approval', data: proposal });
      const list = proposals.map(({ summary }) => `- ${summary}`).join('\n');
      return {
        outcome: 'proposed' as const,
        writes: { proposals, message: fillTemplate(WAITS[language], { list }) },
      };
    },
  });
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
    args_hash: hashOfWrite({ tool, patient_id, args }),
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

/** What a decision names: another tool, patient or argument gives another hash. */
export function hashOfWrite(write: Pick<Proposal, 'tool' | 'patient_id' | 'args'>): string {
  const { tool, patient_id, args } = write;
  return createHash('sha256').update(canonicalJson({ tool, patient_id, args })).digest('hex');
}
