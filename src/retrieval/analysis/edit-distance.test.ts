import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';

/** By the definition, without any limit. */
function plainDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => i || j),
  );
  const at = (i: number, j: number) => table[i]?.[j] ?? Number.NaN;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const cost = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        swapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
      const row = table[i];
      if (row) row[j] = i === 0 ? j : j === 0 ? i : cost;
    }
  }
  return at(a.length, b.length);
}

describe('editDistance', () => {
  it('counts letters left out, put in, changed, and neighbours swapped', () => {
    expect(editDistance('metformin', 'metformin', 2)).toBe(0);
    expect(editDistance('metfornin', 'metformin', 2)).toBe(1);
    expect(editDistance('warfrin', 'warfarin', 2)).toBe(1);
    expect(editDistance('ashtma', 'asthma', 2)).toBe(1);
    expect(editDistance('kitten', 'sitting', 2)).toBe(3);
  });

  it('is what the definition says, up to the limit', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 9 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(plainDistance(a, b), limit + 1));
      }),
    );
  });
});
