import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { isTimeUp, withSignal } from './signals.ts';

setFlagsFromString('--expose-gc');
// Cast: what the flag puts into a new context.
const collectGarbage = runInNewContext('gc') as () => void;

const never = () => new Promise<never>(() => {});
const lasting = () => new AbortController().signal;

describe('withSignal', () => {
  it('gives the work’s result, and ends its signal', async () => {
    let signal = lasting();
    const result = await withSignal({ parent: lasting(), limitMs: 1_000 }, async (own) => {
      signal = own;
      expect(own.aborted).toBe(false);
      return 'done';
    });
    expect(result).toBe('done');
    expect(signal.aborted).toBe(true);
  });

  it('leaves neither a timer nor a listener behind', async () => {
    const parent = lasting();
    vi.useFakeTimers();
    try {
      await withSignal({ parent, limitMs: 1_000 }, async () => undefined);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
    expect(getEventListeners(parent, 'abort')).toEqual([]);
  });

  it('ends when the time is up, whatever has been collected meanwhile', async () => {
    const waiting = withSignal({ parent: lasting(), limitMs: 60 }, never).catch((error: unknown) => error);
    for (let i = 0; i < 4; i += 1) {
      await sleep(5);
      collectGarbage();
    }
    const first = await Promise.race([waiting, sleep(5_000)]);
    expect(isTimeUp(first)).toBe(true);
  });

  it('ends with its parent, and for the parent’s reason', async () => {
    const parent = new AbortController();
    const waiting = withSignal({ parent: parent.signal, limitMs: 1_000 }, never);
    parent.abort(new Error('gave up'));
    await expect(waiting).rejects.toThrow('gave up');
    const begun = withSignal({ parent: parent.signal }, () => Promise.reject(new Error('begun')));
    await expect(begun).rejects.toThrow('gave up');
  });

  it('passes on what the work throws, and stops the rest of it', async () => {
    let signal = lasting();
    const failing = withSignal({ parent: lasting() }, async (own) => {
      signal = own;
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    expect(signal.aborted).toBe(true);
  });
});
