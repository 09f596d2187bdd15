import { describe, expect, it } from 'vitest';
import { type CorpusStatistics, scoreBm25, weighTerm } from './score-bm25.ts';

const corpus: CorpusStatistics = {
  passages: 100,
  occurrences: 1_000,
  passagesWith: new Map([
    ['metformin', 2],
    ['patient', 90],
  ]),
};
const tenTerms = (...terms: string[]) => [...terms, ...Array(10 - terms.length).fill('filler')];

describe('scoreBm25', () => {
  it('gives a term that occurs once in a passage of average length exactly its weight', () => {
    expect(scoreBm25(tenTerms('metformin'), ['metformin'], corpus)).toBeCloseTo(
      weighTerm('metformin', corpus),
      10,
    );
  });

  it('weighs rare terms more, repeats ever less, and long passages less', () => {
    const score = (terms: string[], query: string[]) => scoreBm25(terms, query, corpus);
    expect(score(tenTerms('metformin'), ['metformin'])).toBeGreaterThan(
      score(tenTerms('patient'), ['patient']),
    );
    const once = score(tenTerms('metformin'), ['metformin']);
    const twice = score(tenTerms('metformin', 'metformin'), ['metformin']);
    const thrice = score(tenTerms('metformin', 'metformin', 'metformin'), ['metformin']);
    expect(twice - once).toBeGreaterThan(thrice - twice);
    expect(thrice).toBeGreaterThan(twice);
    expect(score([...tenTerms('metformin'), ...tenTerms()], ['metformin'])).toBeLessThan(once);
  });

  it('is 0 for a passage that holds none of the terms', () => {
    expect(scoreBm25(tenTerms(), ['metformin', 'unheard'], corpus)).toBe(0);
  });
});
