import { describe, expect, it } from 'vitest';
import type { PrepareWrite } from '../chart/create-writer.ts';
import type { Proposal } from '../domain/approval.ts';
import { GalenError } from '../domain/errors.ts';
import { hashOfWrite } from '../flows/clinic/steps/propose-writes.ts';
import { samplePrincipal } from '../records/testing/sample-records.ts';
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
    settled_at: null,
    created_at: '2026-01-01T11:00:00.000Z',
    expires_at: '2026-01-02T11:00:00.000Z',
    ...write,
  };
}

const unchanged: PrepareWrite = async (_, { args }) => ({
  ok: true,
  args,
  patient_id: 'p1',
  summary: 's',
  findings: [],
});

/** A desk over proposals in memory. */
function setUp(proposals: Proposal[], prepareWrite: PrepareWrite = unchanged) {
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
    turns: { resume: async () => null, putBackStranded: async () => undefined },
    prepareWrite,
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
    expect((await setUp([proposalOf()]).approve({ as })).state).toBe('approved');
  });

  it('an admin sees what waits, and may not', async () => {
    const { desk, approve, proposals } = setUp([proposalOf()]);
    const as = samplePrincipal({ audience: 'admin', role: 'admin' });
    expect(await desk.pending(as)).toHaveLength(1);
    expect(await approve({ as }).catch(codeOf)).toBe('FORBIDDEN');
    expect(proposals[0]?.state).toBe('pending');
  });
});

describe('an edit', () => {
  it('never moves a proposal to another patient', async () => {
    const { desk, proposals } = setUp([proposalOf()]);
    const { args_hash = '' } = proposals[0] ?? {};
    const args = { patient_id: 'p2', medication: 'amoxicillin' };
    const edited = desk.decide(
      CLINICIAN,
      { run_id: 'r1', call_id: 'c1', language: 'en' },
      { decision: 'edit', args_hash, args },
    );
    expect(await edited.catch(codeOf)).toBe('BAD_REQUEST');
    expect(proposals[0]?.args).toEqual({ patient_id: 'p1', medication: 'amoxicillin' });
  });
});

describe('an approval', () => {
  const ALLERGY = {
    check: 'allergy' as const,
    severity: 'contraindicated' as const,
    message: 'The chart records an allergy to amoxicillin.',
    evidence: [],
  };
  const finding =
    (...findings: Proposal['findings']): PrepareWrite =>
    async (...write) =>
      ({ ...(await unchanged(...write)), findings }) as Awaited<ReturnType<PrepareWrite>>;

  it('of what the chart has come to speak against is refused, and shows it', async () => {
    const { approve, proposals, audited } = setUp([proposalOf()], finding(ALLERGY));
    const seen = proposals[0]?.args_hash ?? '';
    expect(await approve().catch(codeOf)).toBe('APPROVAL_STALE');
    expect(proposals[0]).toMatchObject({ state: 'pending', findings: [ALLERGY] });
    expect(audited).toMatchObject([{ action: 'edit', user_id: 'system' }]);
    // Whoever has only seen the old one cannot approve the new one.
    expect(proposals[0]?.args_hash).not.toBe(seen);
    expect(await approve({ args_hash: seen }).catch(codeOf)).toBe('APPROVAL_STALE');
    expect((await approve()).state).toBe('approved');
  });

  it('goes through where only lesser findings have changed', async () => {
    const lesser = { ...ALLERGY, severity: 'moderate' as const };
    const { approve } = setUp([proposalOf()], finding(lesser));
    expect((await approve()).state).toBe('approved');
  });

  it('knows a finding again that it was shown in the other language', async () => {
    const vietnamese = { ...ALLERGY, message: 'Hồ sơ ghi dị ứng với amoxicillin.' };
    const { approve } = setUp([proposalOf({ findings: [vietnamese] })], async (asker, call, language) =>
      finding(language === 'vi' ? vietnamese : ALLERGY)(asker, call, language),
    );
    expect((await approve()).state).toBe('approved');
  });

  it('is checked beside what else the run may write', async () => {
    const alongsides: unknown[] = [];
    const others = [
      proposalOf({ call_id: 'c2', args: { medication: 'warfarin' } }),
      proposalOf({ call_id: 'c3', args: { medication: 'aspirin' }, state: 'rejected' }),
    ];
    const { approve } = setUp([proposalOf(), ...others], async (asker, call, language, alongside = []) => {
      alongsides.push(alongside.map(({ args }) => args));
      return unchanged(asker, call, language);
    });
    await approve();
    expect(alongsides).toEqual([[{ medication: 'warfarin' }]]);
  });
});

describe('the hash of a write', () => {
  it('covers its severe findings, in whatever order, and no lesser ones', () => {
    const major = (message: string) => ({
      check: 'interaction' as const,
      severity: 'major' as const,
      message,
      evidence: [],
    });
    const of = (...findings: Proposal['findings']) => proposalOf({ findings }).args_hash;
    expect(of(major('a'))).not.toBe(of());
    expect(of(major('a'))).not.toBe(of(major('b')));
    expect(of(major('a'), major('b'))).toBe(of(major('b'), major('a')));
    expect(of({ ...major('a'), severity: 'info' })).toBe(of());
  });
});
