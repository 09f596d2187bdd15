import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../domain/access.ts';
import type { StoreUnderTest } from './run-records.contract.ts';
import type { RunRecords } from './run-records.port.ts';
import { sampleAnswer, sampleFinish, samplePrincipal, sampleRun } from './testing/sample-records.ts';

/** What every store of conversations must do. */
export function conversationsContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`conversations (${name})`, () => {
    let store: StoreUnderTest;
    let records: RunRecords;
    beforeAll(async () => {
      store = await open();
      records = store.runRecords('conversations-contract');
    });
    afterAll(() => store.close());

    const converse = async (me: Principal, question: string, second = 0) => {
      const run = sampleRun({
        question,
        created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
      });
      await records.begin(me, run);
      return run;
    };

    it('lists the newest first, page by page', async () => {
      const me = samplePrincipal();
      for (const [second, question] of ['a', 'b', 'c', 'd', 'e'].entries()) {
        // Two of them at the same moment.
        await converse(me, question, second === 3 ? 2 : second);
      }
      const titles: string[] = [];
      let before: string | undefined;
      for (;;) {
        const page = await store.conversations.list(me, { limit: 2, before });
        if (page.length === 0) break;
        titles.push(...page.map((conversation) => conversation.title));
        before = page.at(-1)?.id;
      }
      expect(titles).toHaveLength(5);
      expect([...titles].sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect([titles[0], titles[3], titles[4]]).toEqual(['e', 'b', 'a']);
    });

    it('moves a conversation up when something is said in it', async () => {
      const me = samplePrincipal();
      const old = await converse(me, 'old', 1);
      await converse(me, 'new', 2);
      await records.finish(me, sampleFinish(me, old, { finished_at: '2026-01-01T00:00:03.000Z' }));
      const listed = await store.conversations.list(me, { limit: 10 });
      expect(listed.map((conversation) => conversation.title)).toEqual(['old', 'new']);
      expect(listed[0]?.updated_at).toBe('2026-01-01T00:00:03.000Z');
    });

    it('finds by title and by message, whatever the case, with nothing special in % and _', async () => {
      const me = samplePrincipal();
      const run = await converse(me, 'ĐÁI tháo đường 100%');
      await converse(me, 'Metformin');
      await records.finish(
        me,
        sampleFinish(me, run, { answer: sampleAnswer(run, { message: 'Hạ Đường_huyết' }) }),
      );
      const found = async (search: string) =>
        (await store.conversations.list(me, { limit: 10, search })).map((conversation) => conversation.title);
      expect(await found('đái')).toEqual(['ĐÁI tháo đường 100%']);
      expect(await found('đường_HUYẾT')).toEqual(['ĐÁI tháo đường 100%']);
      expect(await found('METFOR')).toEqual(['Metformin']);
      expect(await found('0%')).toEqual(['ĐÁI tháo đường 100%']);
      expect(await found('M_tformin')).toEqual([]);
      expect(await found('\\')).toEqual([]);
    });

    it('shows the same citations on every reload', async () => {
      const me = samplePrincipal();
      const run = await converse(me, 'q');
      const finish = sampleFinish(me, run);
      await records.finish(me, finish);
      const loaded = await store.conversations.get(me, run.conversation_id);
      expect(loaded?.messages.map((message) => message.author)).toEqual(['asker', 'galen']);
      expect(JSON.stringify(loaded?.messages[1]?.answer)).toBe(JSON.stringify(finish.answer));
    });

    it('tells what answered last, and with whose chart', async () => {
      const me = samplePrincipal();
      const run = sampleRun({ flow: 'clinic', patient_id: 'p-1' });
      await records.begin(me, run);
      const seen = async () => (await store.conversations.get(me, run.conversation_id))?.conversation;
      expect(await seen()).toMatchObject({ flow: 'clinic', patient_id: 'p-1' });
      const next = { conversation_id: run.conversation_id, new_conversation: false };
      await records.begin(me, sampleRun({ ...next, flow: 'desk', patient_id: null }));
      expect(await seen()).toMatchObject({ flow: 'desk', patient_id: null });
      expect(await store.conversations.list(me, { limit: 1 })).toMatchObject([{ flow: 'desk' }]);
    });

    it('tells what Galen said last, and to nobody else', async () => {
      const me = samplePrincipal();
      const run = await converse(me, 'q');
      expect(await store.conversations.lastAnswer(me, run.conversation_id)).toBeNull();
      await records.finish(me, sampleFinish(me, run));
      expect(await store.conversations.lastAnswer(me, run.conversation_id)).toMatchObject({ id: run.id });
      expect(await store.conversations.lastAnswer(samplePrincipal(), run.conversation_id)).toBeNull();
    });

    it('renames', async () => {
      const me = samplePrincipal();
      const { conversation_id } = await converse(me, 'q');
      expect(await store.conversations.rename(me, conversation_id, 'Metformin')).toMatchObject({
        title: 'Metformin',
      });
      expect(await store.conversations.get(me, conversation_id)).toMatchObject({
        conversation: { title: 'Metformin' },
      });
    });

    it('removes messages, runs and events with the conversation, but not the audit', async () => {
      const me = samplePrincipal();
      const run = await converse(me, 'q');
      await records.finish(me, sampleFinish(me, run));
      expect(await store.conversations.remove(me, run.conversation_id)).toBe(true);
      expect(await store.conversations.remove(me, run.conversation_id)).toBe(false);
      expect(await store.conversations.get(me, run.conversation_id)).toBeNull();
      expect(await records.get(me, run.id)).toBeNull();
      expect(await records.events(me, run.id, 0)).toEqual([]);
      expect(await store.audit.list(me.tenant_id, { limit: 10 })).toHaveLength(1);
    });

    it('does not exist for anyone else', async () => {
      const me = samplePrincipal();
      const { conversation_id } = await converse(me, 'private matter');
      const strangers = [
        samplePrincipal({ tenant_id: me.tenant_id }),
        samplePrincipal({ user_id: me.user_id }),
      ];
      for (const stranger of strangers) {
        const own = await converse(stranger, 'mine', 9);
        expect(await store.conversations.get(stranger, conversation_id)).toBeNull();
        expect(await store.conversations.rename(stranger, conversation_id, 'seized')).toBeNull();
        expect(await store.conversations.remove(stranger, conversation_id)).toBe(false);
        expect(await store.conversations.list(stranger, { limit: 10, search: 'private' })).toEqual([]);
        expect(await store.conversations.list(stranger, { limit: 10, before: conversation_id })).toEqual([]);
        expect((await store.conversations.list(stranger, { limit: 10 })).map((c) => c.id)).toEqual([
          own.conversation_id,
        ]);
      }
      expect(await store.conversations.get(me, conversation_id)).toMatchObject({
        conversation: { title: 'private matter' },
      });
    });
  });
}
