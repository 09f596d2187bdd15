import { describe, expect, it } from 'vitest';
import { ticksBetween } from './ticks-between.ts';

describe('the ticks of an axis', () => {
  it.each([
    [3.5, 5.1, [3.5, 4, 4.5, 5]],
    [36, 42, [36, 38, 40, 42]],
    [4, 4, [3.9, 4, 4.1]],
    [0, 365, [0, 200, 400]],
  ])('between %d and %d are %j', (low, high, expected) => {
    const { ticks, from, to } = ticksBetween(low, high);
    expect(ticks).toEqual(expected);
    expect(from).toBeLessThanOrEqual(low);
    expect(to).toBeGreaterThan(high);
  });
});
