import { describe, expect, it } from 'vitest';
import { orderByRerank } from './order-by-rerank.ts';
import { rankedPassage } from './testing/ranked-passage.ts';

const of = (id: string, evidence_level: 'expert_opinion' | 'meta_analysis', relevance = 0.8) =>
  rankedPassage({ id, document: { evidence_level }, scores: { relevance } });
const idsOf = (...args: Parameters<typeof orderByRerank>) => orderByRerank(...args).map(({ id }) => id);

describe('orderByRerank', () => {
  const passages = [of('opinion', 'expert_opinion'), of('meta', 'meta_analysis', 0.1)];

  it('lets evidence decide between passages that fit nearly as well, and only those', () => {
    expect(idsOf(passages, [0.8, 0.79])).toEqual(['meta', 'opinion']);
    expect(idsOf(passages, [0.8, 0.4])).toEqual(['opinion', 'meta']);
  });

  it('goes by the search where the reranker tells nothing apart', () => {
    const same = [of('worse', 'meta_analysis', 0.4), of('better', 'meta_analysis', 0.7)];
    expect(idsOf(same, [0.5, 0.5])).toEqual(['better', 'worse']);
  });

  it('adds the score and changes nothing else', () => {
    const [first] = orderByRerank(passages.slice(0, 1), [0.6]);
    expect(first).toEqual({ ...passages[0], scores: { ...passages[0]?.scores, rerank: 0.6 } });
  });
});
