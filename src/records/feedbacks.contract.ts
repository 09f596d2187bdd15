import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../domain/access.ts';
import type { Feedback } from '../domain/run-record.ts';
import type { Feedbacks } from './feedbacks.ts';
import type { StoreUnderTest } from './run-records.contract.ts';
import { sampleAudit, sampleFinish, samplePrincipal, sampleRun } from './testing/sample-records.ts';

const NOON = '2026-01-01T12:00:00.000Z';
const LATER = '2026-01-01T13:00:00.000Z';

function said(run_id: string, part: Partial<Feedback> = {}): Feedback {
  return { run_id, rating: 'down', reason: 'wrong', comment: 'The dose', updated_at: NOON, ...part };
}

/** What every store of feedback must do. */
export function feedbacksContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`feedback (${name})`, () => {
    let store: StoreUnderTest;
    let feedbacks: Feedbacks;
    beforeAll(async () => {
      store = await open();
      feedbacks = store.feedbacks;
    });
    afterAll(() => store.close());

    async function answeredTurn(me: Principal) {
      const run = sampleRun();
      const records = store.runRecords(randomUUID());
      await records.begin(me, run);
      await records.finish(me, sampleFinish(me, run));
      return run;
    }
    const audit = (me: Principal) => sampleAudit(me, { action: 'feedback' });

    it('keeps the last word on a turn, and counts it once', async () => {
      const me = samplePrincipal();
      const run = await answeredTurn(me);
      await feedbacks.give(me, said(run.id), audit(me));
      expect(await feedbacks.count(me.tenant_id)).toEqual({ up: 0, down: 1, reasons: { wrong: 1 } });
      const last = said(run.id, { rating: 'up', reason: null, comment: null, updated_at: LATER });
      expect(await feedbacks.give(me, last, audit(me))).toEqual(last);
      expect(await feedbacks.ofConversation(me, run.conversation_id)).toEqual([last]);
      expect(await feedbacks.count(me.tenant_id)).toEqual({ up: 1, down: 0, reasons: {} });
    });

    it('is taken from the asker of the turn alone', async () => {
      const me = samplePrincipal();
      const run = await answeredTurn(me);
      for (const part of [{ tenant_id: me.tenant_id }, { user_id: me.user_id }]) {
        const stranger = samplePrincipal(part);
        expect(await feedbacks.give(stranger, said(run.id), audit(stranger))).toBeNull();
      }
      await feedbacks.give(me, said(run.id), audit(me));
      for (const part of [{ tenant_id: me.tenant_id }, { user_id: me.user_id }]) {
        const stranger = samplePrincipal(part);
        expect(await feedbacks.takeBack(stranger, run.id, audit(stranger))).toBe(false);
        expect(await feedbacks.ofConversation(stranger, run.conversation_id)).toEqual([]);
      }
      expect(await feedbacks.ofConversation(me, run.conversation_id)).toEqual([said(run.id)]);
    });

    it('needs an answer to be about', async () => {
      const me = samplePrincipal();
      const run = sampleRun();
      await store.runRecords(randomUUID()).begin(me, run);
      expect(await feedbacks.give(me, said(run.id), audit(me))).toBeNull();
      expect(await feedbacks.give(me, said(randomUUID()), audit(me))).toBeNull();
    });

    it('has an audit entry where something was kept or taken back, and none where nothing was', async () => {
      const me = samplePrincipal();
      const run = await answeredTurn(me);
      const { entries: before } = await store.audit.verify(me.tenant_id);
      await feedbacks.give(me, said(run.id), audit(me));
      expect(await feedbacks.takeBack(me, run.id, audit(me))).toBe(true);
      expect(await feedbacks.takeBack(me, run.id, audit(me))).toBe(false);
      await feedbacks.give(me, said(randomUUID()), audit(me));
      expect(await store.audit.verify(me.tenant_id)).toMatchObject({
        entries: before + 2,
        first_problem: null,
      });
    });

    it('is counted for a tenant, for one asker, and since a time', async () => {
      const me = samplePrincipal();
      const colleague = samplePrincipal({ tenant_id: me.tenant_id });
      const [mine, theirs] = [await answeredTurn(me), await answeredTurn(colleague)];
      await feedbacks.give(me, said(mine.id), audit(me));
      await feedbacks.give(
        colleague,
        said(theirs.id, { rating: 'up', reason: null, updated_at: LATER }),
        audit(me),
      );
      expect(await feedbacks.count(me.tenant_id)).toMatchObject({ up: 1, down: 1 });
      expect(await feedbacks.count(me.tenant_id, { userId: me.user_id })).toMatchObject({ up: 0, down: 1 });
      expect(await feedbacks.count(me.tenant_id, { since: LATER })).toMatchObject({ up: 1, down: 0 });
      expect(await feedbacks.count(samplePrincipal().tenant_id)).toEqual({ up: 0, down: 0, reasons: {} });
    });

    it('goes with its conversation', async () => {
      const me = samplePrincipal();
      const run = await answeredTurn(me);
      await feedbacks.give(me, said(run.id), audit(me));
      await store.conversations.remove(me, run.conversation_id);
      expect(await feedbacks.count(me.tenant_id)).toMatchObject({ up: 0, down: 0 });
    });
  });
}
