import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RankedPassage } from '../../domain/passage.ts';
import { rankedPassage } from '../testing/ranked-passage.ts';
import { type AskedQuestion, type AskedTerms, keepRelevant, questionCoverage } from './keep-relevant.ts';

const ASKED = {
  terms: [
    { term: 'metformin', weight: 3 },
    { term: 'safe', weight: 2 },
  ],
  subjects: [],
  language: 'en' as const,
  guessed: [],
};
const ranked = (
  id: string,
  relevance: number,
  lexical = relevance,
  matched_terms = ['metformin', 'safe'],
) => ({
  ...rankedPassage({ id, scores: { relevance, lexical }, document: { text: `Metformin is safe: ${id}.` } }),
  matched_terms,
});
const keptOf = (passages: RankedPassage[], k?: number, asked: AskedTerms = ASKED) =>
  keepRelevant(passages, asked, k).map(({ id }) => id);

describe('keepRelevant', () => {
  it('keeps the best first, five at most unless more are asked for, and never more than ten', () => {
    const many = Array.from({ length: 20 }, (_, i) => ranked(`p${i}`, 0.9 - i / 100));
    expect(keptOf(many)).toEqual(['p0', 'p1', 'p2', 'p3', 'p4']);
    expect(keptOf(many, 7)).toHaveLength(7);
    expect(keptOf(many, 50)).toHaveLength(10);
  });

  it('keeps a text once, and gives its place to another', () => {
    const [a, again, b] = [ranked('a', 0.9), ranked('again', 0.8), ranked('b', 0.7)];
    expect(keptOf([a, { ...again, text: a.text }, b], 2)).toEqual(['a', 'b']);
  });

  it('keeps nothing when even the best is off the subject', () => {
    expect(keptOf([ranked('a', 0.29), ranked('b', 0.28)])).toEqual([]);
    expect(keptOf([])).toEqual([]);
  });

  it('keeps nothing when nobody speaks of the question, whatever the vectors say', () => {
    expect(keptOf([ranked('a', 0.6, 0.2), ranked('b', 0.5, 0.1)])).toEqual([]);
  });

  it('leaves out what is far behind the best', () => {
    expect(keptOf([ranked('a', 0.9), ranked('b', 0.4, 0.9)])).toEqual(['a']);
  });

  it('leaves out what misses the words that the best one has', () => {
    expect(keptOf([ranked('a', 0.9, 0.9), ranked('b', 0.8, 0.3)])).toEqual(['a']);
  });

  it('keeps nothing when nobody speaks of what the question is about', () => {
    expect(keptOf([ranked('a', 0.9, 0.9, ['safe'])])).toEqual([]);
  });

  it('keeps nothing when two passages each speak of another half of the question', () => {
    const terms = [...ASKED.terms, { term: 'pregnanc', weight: 3 }, { term: 'breastfeed', weight: 3 }];
    const halves = [
      ranked('wide', 0.9, 0.2, ['metformin', 'safe', 'pregnanc']),
      ranked('strong', 0.9, 0.9, ['metformin']),
    ];
    expect(keptOf(halves, 5, { ...ASKED, terms })).toEqual([]);
  });

  it('reads past an irrelevant passage that ranks first, unless the question names a drug', () => {
    const passages = [ranked('first', 0.1), ranked('second', 0.8)];
    expect(keptOf(passages)).toEqual(['second']);
    expect(keptOf(passages, 5, { ...ASKED, subjects: ['metformin'] })).toEqual([]);
  });

  it('keeps only what speaks of every subject of the question', () => {
    const asked = { ...ASKED, subjects: ['metformin'] };
    const both = ranked('both', 0.6);
    const other = { ...ranked('other', 0.9, 0.9, ['safe']), text: 'Gliclazide is safe.' };
    expect(keptOf([other, both], 5, asked)).toEqual(['both']);
    expect(keptOf([other], 5, asked)).toEqual([]);
  });

  it('knows a drug as Vietnamese writes it, and no other by it', () => {
    const asked = { ...ASKED, subjects: ['methimazole'] };
    const of = (text: string) => ({ ...ranked('a', 0.9, 0.9, ['metformin', 'safe']), text });
    expect(keptOf([of('Methimazol dùng 12 đến 18 tháng.')], 5, asked)).toEqual(['a']);
    expect(keptOf([of('Metronidazol dùng 7 ngày.')], 5, asked)).toEqual([]);
  });
});

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
