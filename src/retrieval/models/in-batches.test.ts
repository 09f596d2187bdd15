import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inBatches } from './search-models.ts';

const ITEMS = Array.from({ length: 100 }, (_, i) => i);
const never = () => new AbortController().signal;
/** Late enough for another batch to be under way by then. */
const failSoon = async () => {
  await sleep(5);
  throw new Error('broken');
};

describe('inBatches', () => {
  it('keeps the items’ order when a later batch is done first', async () => {
    const done: number[] = [];
    const doubled = await inBatches(ITEMS, never(), async (batch) => {
      if (batch[0] === 0) await sleep(30);
      done.push(batch[0] ?? -1);
      return batch.map((item) => item * 2);
    });
    expect(done[0]).not.toBe(0);
    expect(doubled).toEqual(ITEMS.map((item) => item * 2));
  });

  it('works on two batches at once and no more', async () => {
    let running = 0;
    let most = 0;
    await inBatches([...ITEMS, ...ITEMS], never(), async (batch) => {
      running += 1;
      most = Math.max(most, running);
      await sleep(2);
      running -= 1;
      return batch;
    });
    expect(most).toBe(2);
  });

  it('stops what is under way when a batch fails, and begins nothing more', async () => {
    const begun: AbortSignal[] = [];
    const failing = inBatches(ITEMS, never(), async (_, signal) => {
      begun.push(signal);
      if (begun.length === 1) await failSoon();
      return sleep(60_000, [], { signal });
    });
    await expect(failing).rejects.toThrow('broken');
    expect(begun).toHaveLength(2);
    expect(begun.every(({ aborted }) => aborted)).toBe(true);
  });

  it('begins nothing more after a failure, even where the work under way is deaf to it', async () => {
    let begun = 0;
    const failing = inBatches(ITEMS, never(), async (batch) => {
      begun += 1;
      if (begun === 1) await failSoon();
      await sleep(10);
      return batch;
    });
    await expect(failing).rejects.toThrow('broken');
    await sleep(40);
    expect(begun).toBe(2);
  });

  it('begins nothing for one who has given up', async () => {
    const work = async () => {
      throw new Error('begun');
    };
    const signal = AbortSignal.abort(new Error('gave up'));
    await expect(inBatches(ITEMS, signal, work)).rejects.toThrow('gave up');
  });
});
