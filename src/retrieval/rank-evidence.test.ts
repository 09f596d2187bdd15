import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EvidenceLevel } from '../domain/evidence-level.ts';
import { blendEvidence, fuseScores } from './rank-evidence.ts';

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
