import { expect, it } from 'vitest';
import { tellingTerms } from './telling-terms.ts';

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
