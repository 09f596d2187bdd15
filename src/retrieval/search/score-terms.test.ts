import { describe, expect, it } from 'vitest';
import { type CorpusStatistics, scoreBm25, tellingTerms, weighTerm } from './score-terms.ts';

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

const corpusOf = (passages: number, counts: Record<string, number>) => ({
  passages,
  occurrences: passages * 80,
  passagesWith: new Map(Object.entries(counts)),
});
const COUNTS = { patient: 60_000, trial: 30_000, risk: 40_000, metformin: 800, acidosi: 90, lactic: 120 };

it('leaves the common terms of a large collection out, as long as there are rarer', () => {
  const asked = ['patient', 'metformin', 'lactic', 'acidosi', 'risk', 'unknown'];
  expect(tellingTerms(asked, corpusOf(100_000, COUNTS))).toEqual(['acidosi', 'lactic', 'metformin']);
});

it('takes the least common of them where there are too few rarer', () => {
  expect(tellingTerms(['patient', 'metformin', 'risk', 'trial'], corpusOf(100_000, COUNTS))).toEqual([
    'metformin',
    'trial',
    'risk',
  ]);
});

it('looks for every term in a small collection, and for all where none is known', () => {
  expect(tellingTerms(['patient', 'metformin'], corpusOf(500, { patient: 400, metformin: 20 }))).toEqual([
    'patient',
    'metformin',
  ]);
  expect(tellingTerms(['zzz'], corpusOf(100_000, COUNTS))).toEqual(['zzz']);
});
