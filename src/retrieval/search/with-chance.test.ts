import { describe, expect, it } from 'vitest';
import { answerChance, howNear, type RankedPassage } from '../../domain/passage.ts';
import type { Reranker } from '../reranker.port.ts';
import { rankedPassage } from '../testing/ranked-passage.ts';
import { findPassages, withChance } from './find-passages.ts';

function read(id: string, relevance: number, answers: number): RankedPassage {
  const passage = rankedPassage({ id, document: { id }, scores: { relevance, answers } });
  return { ...passage, sentences: [{ text: passage.text, answers }] };
}
const chanceOf = (...passages: RankedPassage[]) => answerChance(withChance(passages, passages)) ?? -1;

describe('the chance of an answer', () => {
  it('is nobody’s guess where no ranker has read', () => {
    const unread = rankedPassage();
    expect(withChance([unread], [unread])).toEqual([unread]);
    expect(answerChance([unread])).toBeNull();
  });

  it('grows with how near the passage is and how likely its sentence answers', () => {
    expect(chanceOf(read('a', 0.8, 0.9))).toBeGreaterThan(chanceOf(read('a', 0.4, 0.9)));
    expect(chanceOf(read('a', 0.8, 0.9))).toBeGreaterThan(chanceOf(read('a', 0.8, 0.1)));
  });

  it('is less where search and ranker mean different documents', () => {
    const agreed = chanceOf(read('a', 0.8, 0.9), read('b', 0.4, 0.1));
    expect(chanceOf(read('a', 0.8, 0.1), read('b', 0.4, 0.9))).toBeLessThan(agreed);
  });

  it('of passages that answer several questions is that of the least sure', () => {
    const [sure] = withChance([read('a', 0.9, 0.99)], [read('a', 0.9, 0.99)]);
    const [unsure] = withChance([read('b', 0.3, 0.05)], [read('b', 0.3, 0.05)]);
    expect(answerChance([sure, unsure].flatMap((one) => one ?? []))).toBe(unsure?.scores.chance);
  });

  it.each(['pregnant', 'breastfeeding'])('is small for the %s of whom nothing is said', (state) => {
    const near = read('a', 0.9, 0.99);
    const told = { ...near, text: `${near.text} It may be taken by ${state} women.` };
    const forThem = (passage: RankedPassage) => howNear(withChance([passage], [passage], [`state:${state}`]));
    expect([forThem(near), forThem(told)]).toEqual(['related', 'answers']);
  });
});

it('quotes first what says the question’s words, of sentences that a ranker holds for alike', async () => {
  const text = 'The trial ran in many towns. Aspirin was taken for 12 weeks.';
  const found = rankedPassage({ document: { text }, scores: { relevance: 0.9 } });
  const sentences = text.split(/(?<=\.) /u).map((one) => ({ text: one, answers: 0.5 }));
  const terms = [{ term: 'aspirin', weight: 2 }];
  const passages = { search: async () => ({ passages: [found], terms, corrections: [], degraded: null }) };
  const reranker: Reranker = {
    id: 'r',
    judges: true,
    rerank: async () => [{ ...found, scores: { ...found.scores, rerank: 1, answers: 0.5 }, sentences }],
  };
  const access = { tenant_id: 't', scopes: [], departments: [] };
  const asked = { query: 'How long was aspirin taken?', expansions: [], language: 'en' as const };
  const signal = new AbortController().signal;
  const { read } = await findPassages(
    { passages, reranker },
    { ...asked, access, filters: {}, limit: 5, signal },
  );
  const [first, second] = read[0]?.sentences ?? [];
  expect(second?.answers).toBeGreaterThan(first?.answers ?? 1);
});
