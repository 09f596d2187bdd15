import { describe, expect, it } from 'vitest';
import { testTime } from '../testing/test-client.ts';
import { createAnswerCache, createRateLimit } from './fetch-once.ts';

const signal = new AbortController().signal;

describe('a rate limit', () => {
  it('never lets more through than allowed in any stretch of its length', async () => {
    const time = testTime(0);
    const limit = createRateLimit({ requests: 3, perMs: 1_000, maxWaitMs: 60_000, ...time });
    const taken: number[] = [];
    for (let i = 0; i < 20; i++) {
      expect(await limit.take(signal)).toBe(true);
      taken.push(time.clock());
      if (i % 4 === 0) time.pass(137);
    }
    for (const start of taken) {
      expect(taken.filter((at) => at >= start && at < start + 1_000).length).toBeLessThanOrEqual(3);
    }
  });

  it('turns away whoever would wait too long', async () => {
    const time = testTime(0);
    const limit = createRateLimit({ requests: 1, perMs: 10_000, maxWaitMs: 5_000, ...time });
    expect(await limit.take(signal)).toBe(true);
    expect(await limit.take(signal)).toBe(false);
    time.pass(6_000);
    expect(await limit.take(signal)).toBe(true);
  });

  it('keeps everyone waiting while the service wants a pause', async () => {
    const time = testTime(0);
    const limit = createRateLimit({ requests: 100, perMs: 1_000, maxWaitMs: 5_000, ...time });
    limit.pause(3_000);
    expect(await limit.take(signal)).toBe(true);
    expect(time.clock()).toBe(3_000);
  });

  it('holds for callers at the same time', async () => {
    const asleep: (() => void)[] = [];
    let now = 0;
    const sleep = () => new Promise<void>((resolve) => asleep.push(resolve));
    const limit = createRateLimit({ requests: 2, perMs: 1_000, maxWaitMs: 60_000, clock: () => now, sleep });
    let through = 0;
    const all = Promise.all(Array.from({ length: 6 }, () => limit.take(signal).then(() => through++)));
    for (const expected of [2, 4, 6]) {
      await new Promise((resolve) => setImmediate(resolve));
      expect(through).toBe(expected);
      now += 1_000;
      for (const wake of asleep.splice(0)) wake();
    }
    await all;
  });
});

describe('the kept answers', () => {
  it('make room by dropping what was used least lately', () => {
    const cache = createAnswerCache({ maxBytes: 2 * (3 * 101), clock: () => 0 });
    for (const key of ['a', 'b', 'c']) cache.set(key, key.repeat(100));
    cache.get('a');
    cache.set('d', 'd'.repeat(100));
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key) !== null)).toEqual([true, false, true, true]);
  });

  it('do not grow by being replaced', () => {
    const cache = createAnswerCache({ maxBytes: 500, clock: () => 0 });
    for (let i = 0; i < 50; i++) cache.set('same', 'x'.repeat(100));
    cache.set('other', 'y'.repeat(100));
    expect(cache.get('same')?.body).toBe('x'.repeat(100));
  });
});
