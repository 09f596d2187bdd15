import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AskedQuestion, questionCoverage } from './question-coverage.ts';

const asked = (weights: Record<string, number>, more: Partial<AskedQuestion> = {}): AskedQuestion => ({
  terms: Object.entries(weights).map(([term, weight]) => ({ term, weight })),
  language: 'en',
  guessed: [],
  ...more,
});

describe('questionCoverage', () => {
  it('is nothing where nothing is matched or asked, and all where all is', () => {
    const question = asked({ metformin: 3, pregnanc: 4 });
    expect(questionCoverage(question, [])).toBe(0);
    expect(questionCoverage(question, ['metformin', 'pregnanc', 'other'])).toBe(1);
    expect(questionCoverage(asked({}), ['metformin'])).toBe(0);
  });

  it('lets one rare word that is missing outweigh several common ones that are not', () => {
    const question = asked({ mortal: 3, admiss: 3, cohort: 2, startup: 7 });
    expect(questionCoverage(question, ['mortal', 'admiss', 'cohort'])).toBeLessThan(0.4);
    expect(questionCoverage(question, ['startup'])).toBeGreaterThan(0.6);
  });

  it('takes a word that only frames the question for a common one, however rare it is', () => {
    expect(questionCoverage(asked({ fever: 3.6, worri: 7 }), ['fever'])).toBeGreaterThan(0.7);
    expect(questionCoverage(asked({ fever: 3.6, giraff: 7 }), ['fever'])).toBeLessThan(0.3);
    const inVietnamese = asked({ sốt: 3.6, nhiêu: 7 }, { language: 'vi' });
    expect(questionCoverage(inVietnamese, ['sốt'])).toBeGreaterThan(0.7);
  });

  it('gives a guessed word half its worth', () => {
    const question = asked({ infertil: 7, endometriosi: 7 }, { guessed: ['infertil'] });
    expect(questionCoverage(question, ['infertil'])).toBe(0.25);
    expect(questionCoverage(question, ['endometriosi'])).toBe(0.5);
  });

  it('lets a pair of syllables that nobody holds weigh no more than its syllables', () => {
    const question = asked({ sot: 3, gan: 3, sotxgan: 7 }, { language: 'vi' });
    expect(questionCoverage(question, ['sot', 'gan'])).toBeCloseTo(2 / 3);
    // No pair: only a word that happens to hold the joint.
    expect(questionCoverage(asked({ dexamethason: 7, fever: 3 }), ['fever'])).toBeCloseTo(9 / 58);
  });

  it('is between 0 and 1 and never falls when more is matched', () => {
    const term = fc.string({ minLength: 1, maxLength: 4, unit: fc.constantFrom('a', 'b', 'x') });
    const terms = fc.uniqueArray(
      fc.record({ term, weight: fc.double({ min: 0.01, max: 12, noNaN: true }) }),
      {
        selector: (row) => row.term,
      },
    );
    fc.assert(
      fc.property(terms, fc.array(term), fc.array(term), (rows, some, more) => {
        const question: AskedQuestion = { terms: rows, language: 'vi', guessed: [] };
        const less = questionCoverage(question, some);
        const all = questionCoverage(question, [...some, ...more]);
        expect(less).toBeGreaterThanOrEqual(0);
        expect(all).toBeLessThanOrEqual(1 + 1e-9);
        expect(all).toBeGreaterThanOrEqual(less - 1e-9);
      }),
    );
  });
});
