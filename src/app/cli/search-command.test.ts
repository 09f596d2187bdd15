import { describe, expect, it } from 'vitest';
import { explainPassage } from '../../retrieval/search/rank-candidates.ts';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { explanationTable } from './search-command.ts';

const explained = (part: Parameters<typeof rankedPassage>[0]) => {
  const passage = rankedPassage({ matched_terms: ['metformin', 'glucos'], ...part });
  return { ...passage, explanation: explainPassage(passage) };
};

describe('explanationTable', () => {
  it('has a line for each passage, its numbers one below the other', () => {
    const scores = { bm25: 12.5, cosine: null, lexical: 0.6, dense: 0, relevance: 0.5, rerank: 0.8 };
    const table = explanationTable([explained({ scores }), explained({ id: 'b#1' })]);
    expect(table.split('\n')).toEqual([
      '  bm25  cosine  lexical  dense  fused  rerank  evidence  final  passage   matched terms',
      '12.500       -    0.600  0.000  0.500   0.800     0.900  0.788  sample#0  metformin glucos',
      ' 0.800   0.800    0.800  0.800  0.800       -     0.900  0.788  b#1       metformin glucos',
    ]);
  });

  it('is its head alone when nothing is explained', () => {
    expect(explanationTable([{ ...rankedPassage(), explanation: null }])).not.toContain('\n');
  });
});
