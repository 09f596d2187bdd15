import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Memories, NewMemory } from './memories.port.ts';
import type { StoreUnderTest } from './run-records.contract.ts';
import { samplePrincipal, sampleRun } from './testing/sample-records.ts';

const NOON = '2026-01-01T12:00:00.000Z';
const LATER = '2026-01-01T13:00:00.000Z';

function told(part: Partial<NewMemory> = {}): NewMemory {
  return { id: randomUUID(), kind: 'condition', text: 'Type 2 diabetes', run_id: null, at: NOON, ...part };
}

/** What every store of memories must do. */
export function memoriesContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`memories (${name})`, () => {
    let store: StoreUnderTest;
    let memories: Memories;
    beforeAll(async () => {
      store = await open();
      memories = store.memories;
    });
    afterAll(() => store.close());

    async function remembering() {
      const me = samplePrincipal();
      await memories.setRemembering(me, true);
      return me;
    }

    it('keeps nothing of an asker who has not asked for it', async () => {
      const me = samplePrincipal();
      await memories.add(me, [told()]);
      expect(await memories.recall(me)).toBeNull();
      await memories.setRemembering(me, true);
      expect(await memories.recall(me)).toEqual([]);
    });

    it('keeps what was told once, oldest first', async () => {
      const me = await remembering();
      await memories.setRemembering(me, true);
      const diabetes = told();
      await memories.add(me, [diabetes, told({ text: 'TYPE 2 diabetes' })]);
      await memories.add(me, [
        told({ text: 'type 2 diabetes' }),
        told({ kind: 'allergy', text: 'đậu phộng', at: LATER }),
      ]);
      expect(await memories.recall(me)).toMatchObject([
        { id: diabetes.id, kind: 'condition', text: 'Type 2 diabetes', created_at: NOON, updated_at: NOON },
        { kind: 'allergy', text: 'đậu phộng' },
      ]);
    });

    it('is corrected and forgotten by the one it is about', async () => {
      const me = await remembering();
      const run = sampleRun();
      await store.runRecords(randomUUID()).begin(me, run);
      const [one, two] = [told({ run_id: run.id }), told({ text: 'Asthma' })];
      await memories.add(me, [one, two]);
      expect((await memories.recall(me))?.find(({ id }) => id === one.id)?.run_id).toBe(run.id);
      expect(await memories.correct(me, one.id, 'Type 1 diabetes', LATER)).toMatchObject({
        text: 'Type 1 diabetes',
        run_id: null,
        updated_at: LATER,
      });
      expect(await memories.forget(me, two.id)).toBe(true);
      expect(await memories.forget(me, two.id)).toBe(false);
      expect(await memories.correct(me, two.id, 'x', LATER)).toBeNull();
      expect((await memories.recall(me))?.map(({ text }) => text)).toEqual(['Type 1 diabetes']);
    });

    it('becomes one with another when it is corrected into the same words', async () => {
      const me = await remembering();
      const [one, two] = [told(), told({ text: 'Asthma' })];
      await memories.add(me, [one, two]);
      expect(await memories.correct(me, two.id, 'TYPE 2 DIABETES', LATER)).toMatchObject({ id: two.id });
      expect((await memories.recall(me))?.map(({ id }) => id)).toEqual([two.id]);
    });

    it('forgets all of it when it is turned off', async () => {
      const me = await remembering();
      await memories.add(me, [told()]);
      await memories.setRemembering(me, false);
      expect(await memories.recall(me)).toBeNull();
      await memories.setRemembering(me, true);
      expect(await memories.recall(me)).toEqual([]);
    });

    it('does not exist for anyone else', async () => {
      const me = await remembering();
      const mine = told();
      await memories.add(me, [mine]);
      for (const part of [{ tenant_id: me.tenant_id }, { user_id: me.user_id }]) {
        const stranger = samplePrincipal(part);
        await memories.setRemembering(stranger, true);
        expect(await memories.recall(stranger)).toEqual([]);
        expect(await memories.forget(stranger, mine.id)).toBe(false);
        expect(await memories.correct(stranger, mine.id, 'x', LATER)).toBeNull();
        await memories.setRemembering(stranger, false);
      }
      expect(await memories.recall(me)).toHaveLength(1);
    });

    it('outlives the conversation it was told in', async () => {
      const me = await remembering();
      const run = sampleRun();
      await store.runRecords(randomUUID()).begin(me, run);
      await memories.add(me, [told({ run_id: run.id })]);
      await store.conversations.remove(me, run.conversation_id);
      expect(await memories.recall(me)).toMatchObject([{ run_id: null }]);
    });
  });
}
