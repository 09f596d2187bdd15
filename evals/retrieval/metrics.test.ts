import { describe, expect, it } from 'vitest';
import { meanOf, measureRanking } from './metrics.ts';

describe('measureRanking', () => {
  it('agrees with what was worked out by hand', () => {
    const judgements = new Map([
      ['a', 2],
      ['b', 1],
      ['c', 1],
    ]);
    const { ndcg_10, recall_10, recall_100, mrr } = measureRanking(['x', 'a', 'y', 'b'], judgements);
    // Found: 2/log2(3) + 1/log2(5). Ideal: 2 + 1/log2(3) + 1/log2(4).
    expect(ndcg_10).toBeCloseTo((1.26186 + 0.430677) / (2 + 0.63093 + 0.5), 5);
    expect(recall_10).toBeCloseTo(2 / 3);
    expect(recall_100).toBeCloseTo(2 / 3);
    expect(mrr).toBe(0.5);
  });

  it('looks no further than each figure says', () => {
    const ranking = [...Array.from({ length: 10 }, (_, i) => `x${i}`), 'a'];
    const metrics = measureRanking(ranking, new Map([['a', 1]]));
    expect(metrics).toEqual({ ndcg_10: 0, recall_10: 0, recall_100: 1, mrr: 1 / 11 });
  });

  it('is 1 for the ideal ranking and 0 for an empty one', () => {
    const judgements = new Map([['a', 1]]);
    expect(measureRanking(['a'], judgements)).toEqual({ ndcg_10: 1, recall_10: 1, recall_100: 1, mrr: 1 });
    expect(measureRanking([], judgements)).toEqual({ ndcg_10: 0, recall_10: 0, recall_100: 0, mrr: 0 });
  });
});

describe('meanOf', () => {
  it('weighs every query the same', () => {
    const one = { ndcg_10: 1, recall_10: 1, recall_100: 1, mrr: 1 };
    const none = { ndcg_10: 0, recall_10: 0, recall_100: 1, mrr: 0.5 };
    expect(meanOf([one, none])).toEqual({ ndcg_10: 0.5, recall_10: 0.5, recall_100: 1, mrr: 0.75 });
  });
});
