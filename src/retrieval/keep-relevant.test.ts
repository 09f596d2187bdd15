import { describe, expect, it } from 'vitest';
import { keepRelevant } from './keep-relevant.ts';
import { rankedPassage } from './testing/ranked-passage.ts';

const ranked = (id: string, relevance: number, lexical = relevance) =>
  rankedPassage({ id, scores: { relevance, lexical } });
const keptOf = (...args: Parameters<typeof keepRelevant>) => keepRelevant(...args).map(({ id }) => id);

describe('keepRelevant', () => {
  it('keeps the best first, five at most unless more are asked for, and never more than ten', () => {
    const many = Array.from({ length: 20 }, (_, i) => ranked(`p${i}`, 0.9 - i / 100));
    expect(keptOf(many)).toEqual(['p0', 'p1', 'p2', 'p3', 'p4']);
    expect(keptOf(many, 7)).toHaveLength(7);
    expect(keptOf(many, 50)).toHaveLength(10);
  });

  it('keeps nothing when even the best is off the subject', () => {
    expect(keptOf([ranked('a', 0.29), ranked('b', 0.28)])).toEqual([]);
    expect(keptOf([])).toEqual([]);
  });

  it('keeps nothing when nobody speaks of the question, whatever the vectors say', () => {
    expect(keptOf([ranked('a', 0.6, 0.2), ranked('b', 0.5, 0.1)])).toEqual([]);
  });

  it('leaves out what is far behind the best', () => {
    expect(keptOf([ranked('a', 0.9), ranked('b', 0.4, 0.9)])).toEqual(['a']);
  });

  it('leaves out what misses the words that the best one has', () => {
    expect(keptOf([ranked('a', 0.9, 0.9), ranked('b', 0.8, 0.3)])).toEqual(['a']);
  });
});
