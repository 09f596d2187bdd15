import { describe, expect, it } from 'vitest';
import { createAnswerCache } from './answer-cache.ts';

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
