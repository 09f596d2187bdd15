import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../domain/access.ts';
import type { Approvals } from './approvals.port.ts';
import type { Audit } from './audit/audit.ts';
import type { Conversations } from './conversations.ts';
import type { Feedbacks } from './feedbacks.ts';
import type { Memories } from './memories.port.ts';
import type { NewRun, RunRecords } from './run-records.port.ts';
import { sampleAudit, sampleFinish, samplePrincipal, sampleRun } from './testing/sample-records.ts';

/** One store, seen by several processes. */
export interface StoreUnderTest {
  /** The run records of a process, whose clock shows what `setClock` said last. */
  runRecords(instanceId: string): RunRecords;
  setClock(now: number): void;
  conversations: Conversations;
  audit: Audit;
  memories: Memories;
  approvals: Approvals;
  feedbacks: Feedbacks;
  close(): Promise<void>;
}

const NOON = Date.parse('2026-01-01T12:00:00.000Z');

/** What every store of run records must do. */
export function runRecordsContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`run records (${name})`, () => {
    let store: StoreUnderTest;
    let records: RunRecords;
    beforeAll(async () => {
      store = await open();
      records = store.runRecords(randomUUID());
    });
    afterAll(() => store.close());

    async function messagesIn(principal: Principal, { conversation_id }: NewRun) {
      return (await store.conversations.get(principal, conversation_id))?.messages ?? [];
    }

    /** Three turns of one conversation, none of them ended. */
    async function converse(
      principal: Principal,
      [first, second, third]: [string, string, string],
    ): Promise<[NewRun, NewRun, NewRun]> {
      const one = sampleRun({ question: first });
      const goesOn = { conversation_id: one.conversation_id, new_conversation: false };
      const two = sampleRun({ ...goesOn, question: second });
      const three = sampleRun({ ...goesOn, question: third });
      for (const run of [one, two, three]) await records.begin(principal, run);
      return [one, two, three];
    }

    it('keeps an accepted turn: the run, the conversation and the question', async () => {
      const me = samplePrincipal();
      const run = sampleRun();
      await records.begin(me, run);
      expect(await records.get(me, run.id)).toEqual({
        id: run.id,
        conversation_id: run.conversation_id,
        flow: 'evidence',
        status: 'running',
        question: run.question,
        answer: null,
        error: null,
        created_at: run.created_at,
        finished_at: null,
      });
      expect(await messagesIn(me, run)).toEqual([
        {
          id: run.message_id,
          run_id: run.id,
          author: 'asker',
          text: run.question,
          answer: null,
          created_at: run.created_at,
        },
      ]);
      expect(await store.conversations.list(me, { limit: 10 })).toEqual([
        {
          id: run.conversation_id,
          title: run.question,
          flow: run.flow,
          patient_id: null,
          created_at: run.created_at,
          updated_at: run.created_at,
        },
      ]);
    });

    it('accepts no turn in a conversation that is not there or is another’s', async () => {
      const me = samplePrincipal();
      const others = sampleRun();
      await records.begin(samplePrincipal({ tenant_id: me.tenant_id }), others);
      for (const conversation_id of [randomUUID(), others.conversation_id]) {
        const run = sampleRun({ conversation_id, new_conversation: false });
        await expect(records.begin(me, run)).rejects.toMatchObject({ code: 'NOT_FOUND' });
        expect(await records.get(me, run.id)).toBeNull();
      }
    });

    it('keeps a finished turn with its envelope exactly as it was', async () => {
      const me = samplePrincipal();
      const run = sampleRun();
      await records.begin(me, run);
      const finish = sampleFinish(me, run);
      await records.finish(me, finish);
      const stored = await records.get(me, run.id);
      expect(stored).toMatchObject({ status: 'done', finished_at: finish.finished_at, error: null });
      expect(JSON.stringify(stored?.answer)).toBe(JSON.stringify(finish.answer));
      const [, said] = await messagesIn(me, run);
      expect(said).toMatchObject({ id: finish.message_id, author: 'galen', text: finish.answer?.message });
      expect(JSON.stringify(said?.answer)).toBe(JSON.stringify(finish.answer));
    });

    it('ends a turn once, however often it is told', async () => {
      const me = samplePrincipal();
      const run = sampleRun();
      await records.begin(me, run);
      const finish = sampleFinish(me, run);
      await records.finish(me, finish);
      await records.finish(me, finish);
      expect(await messagesIn(me, run)).toHaveLength(2);
      expect(await store.audit.list(me.tenant_id, { limit: 10 })).toHaveLength(1);
      const contrary = sampleFinish(me, run, { status: 'failed', answer: null });
      await expect(records.finish(me, contrary)).rejects.toMatchObject({ code: 'RUN_INTERRUPTED' });
      expect(await records.get(me, run.id)).toMatchObject({ status: 'done' });
    });

    it('finishes no turn for another user', async () => {
      const me = samplePrincipal();
      const run = sampleRun();
      await records.begin(me, run);
      const other = samplePrincipal({ tenant_id: me.tenant_id });
      await expect(records.finish(other, sampleFinish(other, run))).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      expect(await records.get(me, run.id)).toMatchObject({ status: 'running' });
      expect(await store.audit.list(me.tenant_id, { limit: 10 })).toEqual([]);
    });

    it('can wait for a person, and finish afterwards', async () => {
      const me = samplePrincipal();
      const run = sampleRun();
      await records.begin(me, run);
      await records.finish(me, sampleFinish(me, run, { status: 'waiting', answer: null }));
      expect(await records.get(me, run.id)).toMatchObject({ status: 'waiting', finished_at: null });
      await records.finish(me, sampleFinish(me, run, { events: [] }));
      expect(await records.get(me, run.id)).toMatchObject({ status: 'done' });
    });

    it('replays events in order, from any point, and never changes one that is there', async () => {
      const me = samplePrincipal();
      const run = sampleRun();
      await records.begin(me, run);
      await records.appendEvents(run.id, [
        { type: 'token', data: { text: 'b\u0000' }, seq: 2 },
        { type: 'note', data: { topic: 'z', a: 1 }, seq: 1 },
      ]);
      await records.appendEvents(run.id, [{ type: 'token', data: { text: 'changed' }, seq: 2 }]);
      await records.appendEvents(run.id, []);
      await records.finish(
        me,
        sampleFinish(me, run, { events: [2, 3].map((seq) => ({ type: 'token', data: { text: 'c' }, seq })) }),
      );
      const all = [
        { type: 'note', data: { topic: 'z', a: 1 }, seq: 1 },
        { type: 'token', data: { text: 'b\u0000' }, seq: 2 },
        { type: 'token', data: { text: 'c' }, seq: 3 },
      ];
      expect(await records.events(me, run.id, 0)).toEqual(all);
      expect(await records.events(me, run.id, 2)).toEqual(all.slice(2));
    });

    it('shows a turn to its own asker only', async () => {
      const me = samplePrincipal();
      const run = sampleRun();
      await records.begin(me, run);
      await records.finish(me, sampleFinish(me, run));
      const later = sampleRun({ conversation_id: run.conversation_id, new_conversation: false });
      await records.begin(me, later);
      const strangers = [
        samplePrincipal({ tenant_id: me.tenant_id }),
        samplePrincipal({ user_id: me.user_id }),
      ];
      for (const stranger of strangers) {
        expect(await records.get(stranger, run.id)).toBeNull();
        expect(await records.events(stranger, run.id, 0)).toEqual([]);
        expect(await records.history(stranger, later.id, 10)).toEqual({ messages: [], isUnderWay: false });
      }
    });

    it('tells a turn the last messages of those before it, oldest first', async () => {
      const me = samplePrincipal();
      const [one, two, three] = await converse(me, ['one', 'two', 'three']);
      for (const run of [one, two]) await records.finish(me, sampleFinish(me, run));
      const { messages, isUnderWay } = await records.history(me, three.id, 3);
      expect(messages.map(({ run_id, author }) => [run_id, author])).toEqual([
        [one.id, 'galen'],
        [two.id, 'asker'],
        [two.id, 'galen'],
      ]);
      expect(isUnderWay).toBe(false);
      expect(await records.history(me, one.id, 3)).toEqual({ messages: [], isUnderWay: false });
    });

    it('puts every answer behind its own question, in whichever order turns end', async () => {
      const me = samplePrincipal();
      const [one, two, three] = await converse(me, ['one', 'two', 'three']);
      expect((await records.history(me, two.id, 10)).isUnderWay).toBe(true);
      await records.finish(me, sampleFinish(me, two));
      expect((await records.history(me, three.id, 10)).isUnderWay).toBe(true);
      await records.finish(me, sampleFinish(me, one));
      const inOrder = [one.id, one.id, two.id, two.id];
      const { messages, isUnderWay } = await records.history(me, three.id, 10);
      expect(messages.map(({ run_id }) => run_id)).toEqual(inOrder);
      expect(isUnderWay).toBe(false);
      const stored = await messagesIn(me, one);
      expect(stored.map(({ run_id }) => run_id)).toEqual([...inOrder, three.id]);
    });

    it('gives turns that begin at once one order, in which each sees the ones before it', async () => {
      const me = samplePrincipal();
      const [first] = await converse(me, ['one', 'two', 'three']);
      const { conversation_id } = first;
      const runs = Array.from({ length: 8 }, () => sampleRun({ conversation_id, new_conversation: false }));
      await Promise.all(runs.map((run) => records.begin(me, run)));
      const seen = await Promise.all(
        runs.map(async ({ id }) => (await records.history(me, id, 50)).messages.length),
      );
      expect(seen.sort((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    });

    it('interrupts the turns of a process that has been silent too long, and no others', async () => {
      const me = samplePrincipal();
      const created_at = new Date(NOON).toISOString();
      const [silent, living] = [store.runRecords(randomUUID()), store.runRecords(randomUUID())];
      const [lost, kept, own, waiting] = Array.from({ length: 4 }, () => sampleRun({ created_at }));
      if (!lost || !kept || !own || !waiting) throw new Error('four runs were made');
      store.setClock(NOON);
      await silent.heartbeat();
      await silent.begin(me, lost);
      await silent.appendEvents(lost.id, [{ type: 'token', data: { text: 'x' }, seq: 4 }]);
      await silent.begin(me, waiting);
      await silent.finish(me, sampleFinish(me, waiting, { status: 'waiting', answer: null }));
      await living.begin(me, kept);
      await records.begin(me, own);

      store.setClock(NOON + 29_000);
      await living.heartbeat();
      await records.recover({ soleOwner: false });
      expect(await records.get(me, lost.id)).toMatchObject({ status: 'running' });

      store.setClock(NOON + 31_000);
      expect(await records.recover({ soleOwner: false })).toBeGreaterThanOrEqual(1);
      expect(await records.get(me, lost.id)).toMatchObject({
        status: 'interrupted',
        error: { code: 'RUN_INTERRUPTED', retryable: true },
        finished_at: new Date(NOON + 31_000).toISOString(),
      });
      expect(await records.events(me, lost.id, 4)).toEqual([
        { type: 'error', data: expect.objectContaining({ code: 'RUN_INTERRUPTED' }), seq: 5 },
      ]);
      expect((await store.audit.list(me.tenant_id, { limit: 1 }))[0]?.body).toMatchObject({
        action: 'ask-interrupted',
        run_id: lost.id,
      });
      expect(await records.get(me, kept.id)).toMatchObject({ status: 'running' });
      expect(await records.get(me, own.id)).toMatchObject({ status: 'running' });
      expect(await records.get(me, waiting.id)).toMatchObject({ status: 'waiting' });
      expect(await store.audit.verify(me.tenant_id)).toMatchObject({ first_problem: null });
    });

    it('interrupts, for the sole owner, all running turns but its own, at once', async () => {
      const me = samplePrincipal();
      const created_at = new Date(NOON).toISOString();
      const [lost, own] = [sampleRun({ created_at }), sampleRun({ created_at })];
      store.setClock(NOON);
      const before = store.runRecords(randomUUID());
      await before.heartbeat();
      await before.begin(me, lost);
      await records.begin(me, own);
      await records.recover({ soleOwner: true });
      expect(await records.get(me, lost.id)).toMatchObject({ status: 'interrupted' });
      expect(await records.get(me, own.id)).toMatchObject({ status: 'running' });
      expect(await records.recover({ soleOwner: true })).toBe(0);
      // The old process may come back from a long sleep with an answer: the turn has already ended.
      await expect(before.finish(me, sampleFinish(me, lost))).rejects.toMatchObject({
        code: 'RUN_INTERRUPTED',
      });
    });

    it('puts the audit entry of many turns at once into one unbroken chain', async () => {
      const me = samplePrincipal();
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          const run = sampleRun();
          await records.begin(me, run);
          await records.finish(me, sampleFinish(me, run));
          await store.audit.append(sampleAudit(me));
        }),
      );
      expect(await store.audit.verify(me.tenant_id)).toMatchObject({ entries: 40, first_problem: null });
    });
  });
}
