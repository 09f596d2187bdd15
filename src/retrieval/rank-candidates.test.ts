import { describe, expect, it } from 'vitest';
import { weighTerms } from './rank-candidates.ts';

const corpus = {
  passages: 1_000,
  occurrences: 100_000,
  passagesWith: new Map([
    ['older', 200],
    ['adult', 400],
    ['hypertens', 50],
    ['blood', 300],
    ['pressur', 100],
  ]),
};
const weightOf = (term: string, groups: { phrase: string[]; alternatives: string[][] }[]) =>
  weighTerms([term], groups, corpus)[0]?.weight ?? Number.NaN;

describe('weighTerms', () => {
  it('weighs a term that no passage holds by its commonest other words', () => {
    const groups = [{ phrase: ['elder'], alternatives: [['older', 'adult'], ['hypertens']] }];
    expect(weightOf('elder', groups)).toBe(weightOf('older', []));
    expect(weightOf('elder', groups)).toBeLessThan(weightOf('elder', []));
  });

  it('keeps the weight of a term that passages hold, and of one whose other words are unknown too', () => {
    const groups = [{ phrase: ['hypertens', 'htn'], alternatives: [['blood', 'pressur', 'unknownword']] }];
    expect(weightOf('hypertens', groups)).toBe(weightOf('hypertens', []));
    expect(weightOf('htn', groups)).toBe(weightOf('htn', []));
  });

  it('takes a number for little, however rare', () => {
    expect(weightOf('4711', [])).toBeLessThan(weightOf('unknownword', []));
  });
});
