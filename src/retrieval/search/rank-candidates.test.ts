import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EvidenceLevel } from '../../domain/evidence-level.ts';
import { blendEvidence, fuseScores, rankCandidates, scaleLexical } from './rank-candidates.ts';
import { analyzeExpansions } from './score-terms.ts';

const terms = [
  { term: 'metformin', weight: 3 },
  { term: 'safe', weight: 1 },
];
const none = { terms, groups: [] };
const holding = (...held: string[]) => new Set(held);

describe('scaleLexical', () => {
  it('is 1 for a passage that holds every asked term and scores as such', () => {
    expect(scaleLexical(4, none, holding('metformin', 'safe'))).toBe(1);
    expect(scaleLexical(40, none, holding('metformin', 'safe'))).toBe(1);
  });

  it('is never above the share of the question that the passage speaks of', () => {
    expect(scaleLexical(100, none, holding('safe'))).toBe(0.25);
    expect(scaleLexical(100, none, holding('metformin'))).toBe(0.75);
  });

  it('is 0 without any term, asked or held', () => {
    expect(scaleLexical(4, none, holding('aspirin'))).toBe(0);
    expect(scaleLexical(4, { terms: [], groups: [] }, holding('aspirin'))).toBe(0);
  });

  it('credits a synonym almost as the word itself, and only as a whole', () => {
    const groups = [{ phrase: ['metformin'], alternatives: [['biguanid', 'drug'], []] }];
    expect(scaleLexical(4, { terms, groups }, holding('biguanid', 'drug', 'safe'))).toBeCloseTo(
      (0.85 * 3 + 1) / 4,
    );
    expect(scaleLexical(4, { terms, groups }, holding('biguanid', 'safe'))).toBe(0.25);
  });

  it('stays within 0 and 1 for any scores', () => {
    const weights = fc.array(
      fc.record({ term: fc.constantFrom('a', 'b', 'c'), weight: fc.double({ min: 0, max: 9, noNaN: true }) }),
    );
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 99, noNaN: true }),
        weights,
        fc.subarray(['a', 'b', 'c']),
        (bm25, asked, held) => {
          const scaled = scaleLexical(bm25, { terms: asked, groups: [] }, new Set(held));
          expect(scaled).toBeGreaterThanOrEqual(0);
          expect(scaled).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe('analyzeExpansions', () => {
  it('brings phrases and alternatives into the terms of the index', () => {
    const expansions = [{ phrase: 'side effects', alternatives: ['adverse events'] }];
    expect(analyzeExpansions(expansions, 'en')).toEqual([
      { phrase: ['side', 'effect'], alternatives: [['advers', 'event']] },
    ]);
  });
});

const score = fc.double({ min: 0, max: 1, noNaN: true });

describe('fuseScores', () => {
  it('weighs words and vectors by the share of the vectors', () => {
    expect(fuseScores(1, 0, 0.6)).toBeCloseTo(0.4);
    expect(fuseScores(0, 1, 0.6)).toBeCloseTo(0.6);
    expect(fuseScores(0.3, 0.9, 0)).toBe(0.3);
    expect(fuseScores(1, 1, 0.1)).toBeCloseTo(1);
  });
});

describe('blendEvidence', () => {
  it('prefers stronger evidence at equal relevance', () => {
    expect(blendEvidence(0.8, 'systematic_review')).toBeGreaterThan(blendEvidence(0.8, 'rct'));
    expect(blendEvidence(0.8, 'rct')).toBeGreaterThan(blendEvidence(0.8, 'expert_opinion'));
  });

  it('never lets evidence lift a passage past one that is an eighth more relevant', () => {
    fc.assert(
      fc.property(
        score,
        fc.constantFrom(...EvidenceLevel.options),
        fc.constantFrom(...EvidenceLevel.options),
        (r, a, b) => {
          expect(blendEvidence(r, a)).toBeGreaterThanOrEqual(blendEvidence(r * 0.89, b));
        },
      ),
    );
  });

  it('stays within 0 and 1, and leaves nothing for nothing', () => {
    fc.assert(
      fc.property(score, fc.constantFrom(...EvidenceLevel.options), (relevance, level) => {
        const blended = blendEvidence(relevance, level);
        expect(blended).toBeGreaterThanOrEqual(0);
        expect(blended).toBeLessThanOrEqual(relevance);
      }),
    );
    expect(blendEvidence(0, 'meta_analysis')).toBe(0);
  });
});

describe('rankCandidates', () => {
  const corpus = { passages: 10, occurrences: 100, passagesWith: new Map([['iron', 2]]) };
  const query = { terms: [{ term: 'iron', weight: 1 }], groups: [], sought: ['iron'], corpus };
  const embedder = {
    id: 'some',
    dimensions: 2,
    scale: { unrelated: 0, same: 1 },
    share: { en: 0.6, vi: 0.3 },
    embed: async () => [],
  };
  const relevanceOf = (cosine: number | null, language: 'en' | 'vi') => {
    const proposed = [
      { passage_id: 'a', evidence_level: 'clinical_guideline' as const, terms: ['iron'], cosine },
    ];
    return rankCandidates(proposed, { ...query, language }, embedder)[0]?.scores;
  };

  it('lets vectors decide as much as the question’s language says', () => {
    const lexical = relevanceOf(0, 'en')?.lexical ?? 0;
    expect(relevanceOf(1, 'en')?.relevance).toBeCloseTo(0.4 * lexical + 0.6);
    expect(relevanceOf(1, 'vi')?.relevance).toBeCloseTo(0.7 * lexical + 0.3);
  });

  it('goes by the words of a passage that has no vector yet', () => {
    for (const none of [null, Number.NaN]) {
      expect(relevanceOf(none, 'en')?.relevance).toBe(relevanceOf(0, 'en')?.lexical);
    }
  });
});
