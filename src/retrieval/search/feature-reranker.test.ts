import { describe, expect, it } from 'vitest';
import type { RankedPassage } from '../../domain/passage.ts';
import { rankedPassage } from '../testing/ranked-passage.ts';
import { createFeatureReranker } from './feature-reranker.ts';

const terms = ['metformin', 'vitamin', 'defici'].map((term) => ({ term, weight: 2 }));
const passage = (id: string, text: string, heading = '') => rankedPassage({ id, text, heading });
const rerank = (passages: readonly RankedPassage[]) =>
  createFeatureReranker().rerank({
    query: 'metformin vitamin deficiency',
    language: 'en',
    terms,
    passages,
    signal: new AbortController().signal,
  });
const order = async (...passages: RankedPassage[]) => (await rerank(passages)).map(({ id }) => id);

describe('createFeatureReranker', () => {
  it('puts what speaks of more of the question first', async () => {
    const part = passage('part', 'Metformin was given to all of them. They slept well.');
    const whole = passage('whole', 'Metformin lowered vitamin levels to deficiency in some.');
    expect(await order(part, whole)).toEqual(['whole', 'part']);
  });

  it('counts another form of a word for something', async () => {
    const variant = passage('variant', 'Metformin and levels of vitaminised food.');
    const neither = passage('neither', 'Metformin and levels of fortified food.');
    expect(await order(neither, variant)).toEqual(['variant', 'neither']);
  });

  it('trusts what the search found by a synonym', async () => {
    const text = 'Metformin was given.';
    const found = (id: string, relevance: number) =>
      rankedPassage({ id, text, scores: { relevance, final: 0.5 } });
    expect(await order(found('a', 0.2), found('b', 0.7))).toEqual(['b', 'a']);
  });

  it('prefers results to design, all else being the same', async () => {
    const text = 'Metformin lowered vitamin levels.';
    expect(await order(passage('a', text, 'Design'), passage('b', text, 'Results'))).toEqual(['b', 'a']);
    expect(await order(passage('a', text, 'Phạm vi'), passage('b', text, 'Kết quả'))).toEqual(['b', 'a']);
  });

  it('gives back the same passages, with scores within 0 and 1 and nothing else changed', async () => {
    const given = [
      passage('a', 'Metformin.'),
      passage('b', ''),
      passage('c', 'Metformin vitamin deficiency.'),
    ];
    const reranked = await rerank(given);
    for (const { scores, ...rest } of reranked) {
      const { rerank: score, ...others } = scores;
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
      expect({ ...rest, scores: others }).toEqual(given.find(({ id }) => id === rest.id));
    }
    expect(await rerank(given)).toEqual(reranked);
    expect(await rerank([])).toEqual([]);
  });

  it('leaves the order of the search where nothing tells passages apart', async () => {
    const same = ['a', 'b', 'c'].map((id) => passage(id, 'Aspirin.'));
    expect(await order(...same)).toEqual(['a', 'b', 'c']);
  });
});
