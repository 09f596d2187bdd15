import { describe, expect, it } from 'vitest';
import type { Proposal } from '../../domain/approval.ts';
import { GalenError } from '../../domain/errors.ts';
import { hashOfWrite } from '../../nodes/clinic/propose-writes.ts';
import { samplePrincipal } from '../../records/testing/sample-records.ts';
import { createApprovalDesk } from './create-approval-desk.ts';

const AT = Date.parse('2026-01-01T12:00:00Z');
const CLINICIAN = samplePrincipal({ audience: 'clinician', role: 'doctor' });
const codeOf = (error: unknown) => (error instanceof GalenError ? error.code : String(error));

function proposalOf(part: Partial<Proposal> = {}): Proposal {
  const write = {
    tool: 'prescribe_medication' as const,
    patient_id: 'p1',
    args: { patient_id: 'p1', medication: 'amoxicillin' },
    findings: [],
    ...part,
  };
  return {
    run_id: 'r1',
    call_id: 'c1',
    args_hash: hashOfWrite(write),
    summary: 's',
    state: 'pending',
    reason: null,
    decided_by: null,
    result: null,
    created_at: '2026-01-01T11:00:00.000Z',
    expires_at: '2026-01-02T11:00:00.000Z',
    ...write,
  };
}

/** A desk over proposals in memory. */
function setUp(...proposals: Proposal[]) {
  const audited: { action: string; user_id: string }[] = [];
  const change = (sought: Pick<Proposal, 'call_id' | 'args_hash'>, part: Partial<Proposal>) => {
    const found = proposals.find(
      ({ call_id, args_hash }) => call_id === sought.call_id && args_hash === sought.args_hash,
    );
    return found ? { ...Object.assign(found, part) } : null;
  };
  const desk = createApprovalDesk({
    approvals: {
      propose: async () => undefined,
      ofRun: async () => proposals.map((proposal) => ({ ...proposal })),
      pending: async () => proposals,
      decide: async (_, { audit, state, ...sought }) => {
        audited.push(audit);
        return change(sought, { state });
      },
      revise: async (_, { audit, revised, ...sought }) => {
        audited.push(audit);
        return change(sought, revised);
      },
      settle: async () => undefined,
      expire: async () => undefined,
      decidedRuns: async () => [],
    },
    turns: { resume: async () => null, mend: async () => undefined },
    prepareWrite: async (_, { args }) => ({ ok: true, args, patient_id: 'p1', summary: 's', findings: [] }),
    logProblem: () => undefined,
    clock: () => AT,
    newId: () => 'id',
  });
  const approve = (part: { as?: typeof CLINICIAN; call_id?: string; args_hash?: string } = {}) => {
    const { as = CLINICIAN, call_id = 'c1' } = part;
    const args_hash =
      part.args_hash ?? proposals.find((proposal) => proposal.call_id === call_id)?.args_hash ?? '';
    const call = { run_id: 'r1', call_id, language: 'en' as const };
    return desk.decide(as, call, { decision: 'approve', args_hash, reason: 'seen' });
  };
  return { desk, proposals, audited, approve };
}

describe('who decides on a write', () => {
  it.each([
    ['a clinician', samplePrincipal({ audience: 'clinician', role: 'doctor' })],
    ['the owner of the machine', samplePrincipal({ audience: 'patient', role: 'owner' })],
  ])('%s may', async (_, as) => {
    expect((await setUp(proposalOf()).approve({ as })).state).toBe('approved');
  });

  it('an admin sees what waits, and may not', async () => {
    const { desk, approve, proposals } = setUp(proposalOf());
    const as = samplePrincipal({ audience: 'admin', role: 'admin' });
    expect(await desk.pending(as)).toHaveLength(1);
    expect(await approve({ as }).catch(codeOf)).toBe('FORBIDDEN');
    expect(proposals[0]?.state).toBe('pending');
  });
});
