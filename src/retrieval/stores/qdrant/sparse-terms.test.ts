import { describe, expect, it } from 'vitest';
import { sparsePassage, sparseQuery } from './qdrant-points.ts';

describe('sparse terms', () => {
  it('have FNV-1a as their index', () => {
    expect(sparseQuery(['a', 'foobar'])).toEqual({ indices: [0xe40c292c, 0xbf9cf968], values: [1, 1] });
  });

  it('weigh more the more often they stand in a passage, less and less so, and less in a long one', () => {
    const of = (count: number, others: number) => {
      const others_ = Array.from({ length: others }, (_, i) => `other${i}`);
      return sparsePassage([...Array.from({ length: count }, () => 'a'), ...others_]).values[0] ?? Number.NaN;
    };
    expect(of(2, 98)).toBeGreaterThan(of(1, 99));
    expect(of(3, 97) - of(2, 98)).toBeLessThan(of(2, 98) - of(1, 99));
    expect(of(1, 199)).toBeLessThan(of(1, 99));
    // (count × (k1 + 1)) / (count + k1) at the average length.
    expect(of(1, 149)).toBeCloseTo(1, 10);
  });

  it('are added up where two have the same index', () => {
    const { indices, values } = sparsePassage(['costarring', 'liquid']);
    const [alone = Number.NaN] = sparsePassage(['costarring', 'other']).values;
    expect(indices).toHaveLength(1);
    expect(values[0]).toBeCloseTo(2 * alone, 10);
    expect(sparseQuery(['costarring', 'liquid'])).toEqual({ indices, values: [2] });
  });
});
