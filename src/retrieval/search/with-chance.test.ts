import { describe, expect, it } from 'vitest';
import { answerChance, type RankedPassage } from '../../domain/passage.ts';
import { rankedPassage } from '../testing/ranked-passage.ts';
import { withChance } from './find-passages.ts';

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
});
