import { describe, expect, it } from 'vitest';
import { createToolCache } from './tool-cache.ts';

const RESULT = { answer: 'a', context: '', passages: [], sentences: [], cached: null };

describe('createToolCache', () => {
  it('gives back what it was given until its time is over', () => {
    const cache = createToolCache({ maxEntries: 2 });
    cache.set('key', RESULT, 100);
    expect(cache.get('key', 99)).toBe(RESULT);
    expect(cache.get('key', 100)).toBeNull();
    expect(cache.get('other', 0)).toBeNull();
  });

  it('gives up what was not used for longest', () => {
    const cache = createToolCache({ maxEntries: 2 });
    for (const key of ['a', 'b']) cache.set(key, RESULT, 100);
    cache.get('a', 0);
    cache.set('c', RESULT, 100);
    expect(['a', 'b', 'c'].map((key) => cache.get(key, 0) !== null)).toEqual([true, false, true]);
  });
});
