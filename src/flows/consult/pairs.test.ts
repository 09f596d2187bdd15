import { describe, expect, it } from 'vitest';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { quotePairs, suggestQuestions } from './steps/compose-answer.ts';
import { questionLikeness } from './steps/retrieve-from-kb.ts';

const pair = (id: string, answer: string, relevance: number) =>
  rankedPassage({
    document: {
      id,
      title: `${id}?`,
      text: `## Question\n\n${id}?\n\n## Answer\n\n${answer}\n\n## Explanation\n\nBecause of ${id}.`,
    },
    scores: { relevance },
  });

describe('quotePairs', () => {
  it('gives the answer and the explanation of the best pair, never its question', () => {
    expect(quotePairs([pair('rice', 'Yes, a small bowl is fine.', 0.8)])).toBe(
      'Yes, a small bowl is fine. [1] Because of rice. [1]',
    );
  });

  it('adds less of a pair that is nearly as near, and nothing of one that is not', () => {
    const quoted = quotePairs([
      pair('a', 'One. Two. Three.', 0.8),
      pair('b', 'Four. Five. Six.', 0.7),
      pair('c', 'Seven.', 0.3),
    ]);
    expect(quoted.split('\n\n')).toHaveLength(2);
    expect(quoted).toContain('Four. [2] Five. [2]');
    expect(quoted).not.toMatch(/Six|Seven/u);
    expect(quotePairs([])).toBe('');
  });
});

describe('suggestQuestions', () => {
  const candidate = (id: string, chu_de_con: string, demuc = 'D') => ({
    id,
    CAUHOI: `${id}?`,
    demuc,
    chu_de_con,
    score: 1,
  });
  const asked = {
    selectedIds: ['s'],
    question: 'asked?',
    demuc: 'D',
    chu_de_con: 'x',
    samples: ['sample one?', 'sample two?', 'sample three?'],
  };

  it('takes the sub-topic first, then the topic, then the rest, and none that was answered or asked', () => {
    const neighbours = [
      candidate('far', 'z', 'E'),
      candidate('topic', 'y'),
      candidate('asked', 'x'),
      candidate('s', 'x'),
      candidate('near', 'x'),
    ];
    expect(suggestQuestions({ ...asked, neighbours })).toEqual(['near?', 'topic?', 'far?']);
  });

  it('fills up with the samples of the role, to three', () => {
    expect(suggestQuestions({ ...asked, neighbours: [candidate('near', 'x')] })).toEqual([
      'near?',
      'sample one?',
      'sample two?',
    ]);
  });
});

describe('questionLikeness', () => {
  const terms = ['diabet'].map((term) => ({ term, weight: 3 }));
  const likeness = (question: string) =>
    questionLikeness(question, { terms, expansions: [], language: 'en' });

  it('is higher for a question that asks the same and nothing else', () => {
    expect(likeness('What is diabetes?')).toBeGreaterThan(likeness('Can diabetes be cured with herbs?'));
    expect(likeness('Why do gums bleed?')).toBe(0);
  });
});
