import { describe, expect, it } from 'vitest';
import { demucCertainty, isClearTopic, labelIn, rankTopics, topicList } from './steps/classify-topic.ts';

const near = (demuc: string | null, chu_de_con: string | null, score: number) => ({
  demuc,
  chu_de_con,
  score,
});

describe('rankTopics', () => {
  it('puts the topic of the nearest question first, unless another has more that are nearly as near', () => {
    expect(rankTopics([near('A', 'a', 0.6), near('B', 'b', 0.5)])[0]).toMatchObject({ chu_de_con: 'a' });
    const many = [near('A', 'a', 0.6), near('B', 'b', 0.5), near('B', 'b', 0.5), near('B', 'b', 0.5)];
    expect(rankTopics(many)[0]).toMatchObject({ chu_de_con: 'b', score: 0.8 });
  });

  it('keeps equal sub-topics of different topics apart and leaves out what has none', () => {
    const ranked = rankTopics([near('A', 'x', 0.4), near('B', 'x', 0.3), near(null, null, 0.9)]);
    expect(ranked.map(({ demuc }) => demuc)).toEqual(['A', 'B']);
  });

  it('is clear only when near and far ahead', () => {
    expect(isClearTopic(rankTopics([near('A', 'a', 0.7), near('A', 'b', 0.3)]))).toBe(true);
    expect(isClearTopic(rankTopics([near('A', 'a', 0.7), near('A', 'b', 0.65)]))).toBe(false);
    expect(isClearTopic(rankTopics([near('A', 'a', 0.4)]))).toBe(false);
    expect(isClearTopic([])).toBe(false);
  });

  it('is as sure of the demuc as others are far from it', () => {
    expect(demucCertainty(rankTopics([near('A', 'a', 0.5), near('A', 'b', 0.5)]))).toBe('high');
    expect(demucCertainty(rankTopics([near('A', 'a', 0.5), near('B', 'b', 0.42)]))).toBe('medium');
    expect(demucCertainty(rankTopics([near('A', 'a', 0.5), near('B', 'b', 0.49)]))).toBe('low');
    expect(demucCertainty(rankTopics([near('A', 'a', 0.1)]))).toBe('medium');
    expect(demucCertainty([])).toBe('low');
  });
});

describe('the topic list', () => {
  it('holds each topic once, with its sub-topics', () => {
    const counts = [
      { topic: 'A', sub_topic: null, passages: 1 },
      { topic: 'A', sub_topic: 'a', passages: 2 },
      { topic: 'B', sub_topic: 'b', passages: 1 },
    ];
    expect(topicList(counts)).toEqual([
      { demuc: 'A', chu_de_con: ['a'] },
      { demuc: 'B', chu_de_con: ['b'] },
    ]);
  });

  it('knows a label by its letters, and no other', () => {
    expect(labelIn(['LỐI SỐNG'], ' lối  sống ')).toBe('LỐI SỐNG');
    expect(labelIn(['LỐI SỐNG'], 'lối sống khác')).toBeNull();
    expect(labelIn(['LỐI SỐNG'], '')).toBeNull();
    expect(labelIn(['LỐI SỐNG'], null)).toBeNull();
  });
});
