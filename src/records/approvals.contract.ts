import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../domain/access.ts';
import type { Approvals, NewProposal, Verdict } from './approvals.port.ts';
import type { StoreUnderTest } from './run-records.contract.ts';
import type { RunRecords } from './run-records.port.ts';
import {
  sampleAnswer,
  sampleAudit,
  sampleFinish,
  samplePrincipal,
  sampleRun,
} from './testing/sample-records.ts';

const NOON = '2026-01-01T12:00:00.000Z';
const EVENING = '2026-01-01T18:00:00.000Z';
const TOMORROW = '2026-01-02T12:00:00.000Z';

/** What every store of proposals must do. */
export function approvalsContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`approvals (${name})`, () => {
    let store: StoreUnderTest;
    let approvals: Approvals;
    let records: RunRecords;
    beforeAll(async () => {
      store = await open();
      approvals = store.approvals;
      records = store.runRecords(randomUUID());
    });
    afterAll(() => store.close());

    /** A turn that waits, with one proposal or more. */
    async function waitingRun(asker: Principal, calls = ['c1']) {
      const run = sampleRun();
      await records.begin(asker, run);
      const proposals = calls.map((call_id) => sampleProposal(run.id, call_id));
      await approvals.propose(asker, proposals);
      await records.finish(asker, sampleFinish(asker, run, { status: 'waiting', answer: sampleAnswer(run) }));
      return { run, proposals };
    }
    function verdictOn(
      decider: Principal,
      { run_id, call_id, args_hash }: NewProposal,
      part: Partial<Verdict> = {},
    ) {
      const audit = sampleAudit(decider, { action: 'approve', run_id });
      return {
        run_id,
        call_id,
        args_hash,
        state: 'approved' as const,
        reason: null,
        at: NOON,
        audit,
        ...part,
      };
    }

    it('keeps a proposal as it was made, and once', async () => {
      const me = samplePrincipal();
      const { run, proposals } = await waitingRun(me, ['a', 'b']);
      await approvals.propose(me, [{ ...sampleProposal(run.id, 'a'), summary: 'changed' }]);
      const pending = { state: 'pending', reason: null, decided_by: null, result: null, settled_at: null };
      expect(await approvals.ofRun(me.tenant_id, run.id)).toEqual(
        proposals.map((one) => ({ ...one, ...pending })),
      );
      expect(await approvals.pending(me.tenant_id)).toHaveLength(2);
    });

    it('is decided once, by the first of many, together with its audit entry', async () => {
      const me = samplePrincipal();
      const { run, proposals } = await waitingRun(me);
      const [proposal] = proposals as [NewProposal];
      const deciders = Array.from({ length: 10 }, (_, i) =>
        samplePrincipal({ tenant_id: me.tenant_id, user_id: `d${i}` }),
      );
      const decided = await Promise.all(
        deciders.map((decider, i) =>
          approvals.decide(decider, verdictOn(decider, proposal, { state: i % 2 ? 'approved' : 'rejected' })),
        ),
      );
      const [winner, ...others] = decided.filter((one) => one !== null);
      expect(others).toEqual([]);
      expect(await approvals.ofRun(me.tenant_id, run.id)).toEqual([winner]);
      const entries = await store.audit.list(me.tenant_id, { limit: 50 });
      expect(entries.filter(({ body }) => body.action === 'approve')).toHaveLength(1);
    });

    it('takes no decision on something else than was seen, too late, from another tenant, or of a run that does not wait', async () => {
      const me = samplePrincipal();
      const { proposals } = await waitingRun(me);
      const [proposal] = proposals as [NewProposal];
      const stranger = samplePrincipal();
      expect(await approvals.decide(me, verdictOn(me, proposal, { args_hash: 'other' }))).toBeNull();
      expect(await approvals.decide(me, verdictOn(me, proposal, { at: TOMORROW }))).toBeNull();
      expect(await approvals.decide(stranger, verdictOn(stranger, proposal))).toBeNull();
      expect(await approvals.ofRun(stranger.tenant_id, proposal.run_id)).toEqual([]);
      expect(await approvals.pending(stranger.tenant_id)).toEqual([]);
      const run = sampleRun();
      await records.begin(me, run);
      const early = sampleProposal(run.id, 'early');
      await approvals.propose(me, [early]);
      expect(await approvals.decide(me, verdictOn(me, early))).toBeNull();
      expect(await store.audit.list(stranger.tenant_id, { limit: 5 })).toEqual([]);
    });

    it('waits on after an edit, for a decision on what it has become', async () => {
      const me = samplePrincipal();
      const { proposals } = await waitingRun(me);
      const [proposal] = proposals as [NewProposal];
      const { run_id, call_id, args_hash } = proposal;
      const revised = { args: { dose: '250 mg' }, args_hash: 'h2', summary: 's2', findings: [] };
      const audit = sampleAudit(me, { action: 'edit' });
      const edit = { run_id, call_id, args_hash, revised, at: NOON, audit };
      expect(await approvals.revise(me, edit)).toMatchObject({ state: 'pending', ...revised });
      expect(await approvals.revise(me, { ...edit, audit: sampleAudit(me) })).toBeNull();
      expect(await approvals.decide(me, verdictOn(me, proposal))).toBeNull();
      expect(await approvals.decide(me, verdictOn(me, { ...proposal, args_hash: 'h2' }))).toMatchObject({
        state: 'approved',
        args: revised.args,
      });
    });

    it('is settled once, and only when it was approved', async () => {
      const me = samplePrincipal();
      const { run, proposals } = await waitingRun(me, ['yes', 'no']);
      const [yes, no] = proposals as [NewProposal, NewProposal];
      await approvals.decide(me, verdictOn(me, yes));
      await approvals.decide(me, verdictOn(me, no, { state: 'rejected', reason: 'wrong patient' }));
      for (const one of [yes, no])
        await approvals.settle(one, { state: 'executed', result: 'X/1', at: EVENING });
      await approvals.settle(yes, { state: 'failed', result: 'late', at: TOMORROW });
      expect(await approvals.ofRun(me.tenant_id, run.id)).toMatchObject([
        { call_id: 'no', state: 'rejected', result: null, reason: 'wrong patient' },
        { call_id: 'yes', state: 'executed', result: 'X/1', decided_by: me.user_id },
      ]);
    });

    it('expires, and a run goes on once nothing of it waits for a person', async () => {
      const me = samplePrincipal();
      const { run, proposals } = await waitingRun(me, ['a', 'b']);
      const [a] = proposals as [NewProposal];
      const isDecided = async () => (await approvals.decidedRuns()).some(({ run_id }) => run_id === run.id);
      await approvals.decide(me, verdictOn(me, a));
      expect(await isDecided()).toBe(false);
      await approvals.expire(NOON);
      expect(await isDecided()).toBe(false);
      await approvals.expire(EVENING);
      expect((await approvals.decidedRuns()).find(({ run_id }) => run_id === run.id)?.asker).toEqual(me);
      const states = (await approvals.ofRun(me.tenant_id, run.id)).map(({ state }) => state);
      expect(states).toEqual(['approved', 'expired']);
      await records.takeUp(me, run.id);
      expect(await isDecided()).toBe(false);
    });

    it('is taken up by one process, and goes back to waiting when that one is gone', async () => {
      const me = samplePrincipal();
      const { run } = await waitingRun(me);
      const taken = await Promise.all([1, 2, 3].map(() => records.takeUp(me, run.id)));
      expect(taken.filter((one) => one !== null)).toHaveLength(1);
      await records.putBack(me, run.id);
      expect((await records.get(me, run.id))?.status).toBe('waiting');
      const lost = store.runRecords(randomUUID());
      await lost.takeUp(me, run.id);
      await records.recover({ soleOwner: true });
      expect((await records.get(me, run.id))?.status).toBe('waiting');
    });

    it('expires with a turn that was lost before anybody was asked', async () => {
      const me = samplePrincipal();
      const run = sampleRun();
      await store.runRecords(randomUUID()).begin(me, run);
      await approvals.propose(me, [sampleProposal(run.id, 'a')]);
      await records.recover({ soleOwner: true });
      expect((await records.get(me, run.id))?.status).toBe('interrupted');
      expect(await approvals.ofRun(me.tenant_id, run.id)).toMatchObject([{ state: 'expired' }]);
    });
  });
}

function sampleProposal(run_id: string, call_id: string): NewProposal {
  return {
    run_id,
    call_id,
    tool: 'prescribe_medication',
    args: { patient_id: 'p', medication: 'amoxicillin', note: 'ghi chú' },
    args_hash: 'h1',
    patient_id: 'p',
    summary: 'Kê đơn amoxicillin',
    findings: [
      { check: 'dose', severity: 'unknown', message: 'm', evidence: [{ title: 't', reference: null }] },
    ],
    created_at: '2026-01-01T10:00:00.000Z',
    expires_at: EVENING,
  };
}
