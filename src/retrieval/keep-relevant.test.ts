import { describe, expect, it } from 'vitest';
import type { RankedPassage } from '../domain/passage.ts';
import { type AskedTerms, keepRelevant } from './keep-relevant.ts';
import { rankedPassage } from './testing/ranked-passage.ts';

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
    const other = ranked('other', 0.9, 0.9, ['safe']);
    expect(keptOf([other, both], 5, asked)).toEqual(['both']);
    expect(keptOf([other], 5, asked)).toEqual([]);
  });
});
