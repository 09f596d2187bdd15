import { describe, expect, it } from 'vitest';
import { demoPrincipal } from '../../app/auth/demo-principals.ts';
import { AskRequest } from '../../domain/ask.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { testContext } from '../../engine/testing/engine-context.ts';
import type { PassageQuery } from '../../retrieval/passage-index.port.ts';
import type { Reranker } from '../../retrieval/reranker.port.ts';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { foundPassages } from '../testing/found-passages.ts';
import { lookElsewhere, searchEverything } from './search-everything.ts';

const principal = demoPrincipal('patient');
const text = 'Metformin is taken with meals. It lowers glucose.';

/** A ranker that gives every sentence the same chance. */
function judging(chance: number): Reranker {
  const judged = (passage: RankedPassage): RankedPassage => ({
    ...passage,
    scores: { ...passage.scores, rerank: 1, answers: chance },
    sentences: [{ text: 'Metformin is taken with meals.', answers: chance }],
  });
  return { id: 'r', judges: true, rerank: async ({ passages }) => passages.map(judged) };
}

function look(part: object = {}, { reranker = judging(0.99), relevance = 0.9, quoted = false } = {}) {
  const asked: PassageQuery[] = [];
  const found = rankedPassage({ id: 'p', document: { text }, scores: { relevance } });
  const passages = foundPassages({ passages: [found] }, (query) => asked.push(query));
  const request = AskRequest.parse({ message: 'How is metformin taken?', ...part });
  const state = {
    request,
    principal,
    language: 'en' as const,
    question: request.message,
    history: [],
    quoted,
    closing: 'No clear answer was found for: “when”.',
  };
  return { asked, result: lookElsewhere({ passages, reranker }).run(state, testContext()) };
}

describe('searchEverything', () => {
  it('leaves out documents that others have taken the place of', async () => {
    const old = rankedPassage({ id: 'old', document: { id: 'old' } });
    const now = rankedPassage({ id: 'now', document: { id: 'now' } });
    const passages = {
      ...foundPassages({ passages: [old, now] }),
      successors: async () => new Map([['old', { id: 'now', title: 'now', created_at: '2026-01-01' }]]),
    };
    const request = AskRequest.parse({ message: 'metformin' });
    const { candidates } = await searchEverything(
      { passages, reranker: judging(0.99) },
      {
        request,
        principal,
        language: 'en',
        query: 'metformin',
        expansions: [],
        signal: testContext().signal,
      },
    );
    expect(candidates.map(({ id }) => id)).toEqual(['now']);
  });
});

describe('lookElsewhere', () => {
  it('looks through every kind of document and quotes what answers', async () => {
    const { asked, result } = look();
    expect(await result).toMatchObject({
      outcome: 'answered',
      writes: { draft: 'Metformin is taken with meals. [1]', route: 'elsewhere', quoted: true },
    });
    expect(asked[0]?.filters?.source_types).toBeNull();
  });

  it('stays with the kinds of documents that the asker named', async () => {
    const { asked, result } = look({ source_types: ['pubmed'] });
    expect(await result).toMatchObject({ outcome: 'answered', writes: { closing: '' } });
    expect(asked[0]?.filters?.source_types).toEqual(['pubmed']);
  });

  it('says of what only comes near that it may not answer, and which part was not found', async () => {
    const { result } = look({}, { reranker: judging(0.02), relevance: 0.5 });
    expect(await result).toMatchObject({
      outcome: 'answered',
      writes: { route: 'related', closing: expect.stringMatching(/“when”\.\n\n.*may not be exactly/u) },
    });
  });

  it.each([
    ['quotes have already failed', {}, { quoted: true }],
    ['nobody can judge what is found', {}, { reranker: { ...judging(0.99), judges: false } }],
    ['nothing is near', {}, { reranker: judging(0.0001), relevance: 0.01 }],
  ])('finds nothing where %s', async (_, part, setting) => {
    expect(await look(part, setting).result).toEqual({ outcome: 'nothing-found' });
  });
});

describe('several questions in a message', () => {
  const SPINACH = 'Keep the amount of spinach you eat the same.';
  const CHECKS = 'The blood is checked every four weeks.';
  const passageOf = (id: string, text: string) =>
    rankedPassage({ id, document: { id, text }, scores: { relevance: 0.9 } });
  /** Finds for each question the passage that it is about. */
  const passages = {
    ...foundPassages({}),
    search: async ({ query }: PassageQuery) => ({
      passages: [query.includes('blood') ? passageOf('checks', CHECKS) : passageOf('food', SPINACH)],
      terms: [],
      corrections: [],
      degraded: null,
    }),
  };
  const rankerWith = (unsure: string): Reranker => ({
    id: 'r',
    judges: true,
    rerank: async ({ passages }) =>
      passages.map((passage) => {
        const answers = passage.id === unsure ? 0.02 : 0.99;
        const scores = { ...passage.scores, relevance: answers, rerank: 1, answers };
        return { ...passage, scores, sentences: [{ text: passage.text, answers }] };
      }),
  });
  const ask = (unsure = '') => {
    const message = 'I am 70 and live alone. May I eat spinach? And how often is my blood checked?';
    const request = AskRequest.parse({ message });
    const state = {
      request,
      principal,
      language: 'en' as const,
      question: message,
      history: [],
      quoted: false,
      closing: '',
    };
    return lookElsewhere({ passages, reranker: rankerWith(unsure) }).run(state, testContext());
  };

  it('are each searched and answered', async () => {
    const { writes } = await ask();
    expect(writes?.draft).toBe(`${SPINACH} [1]\n\n${CHECKS} [2]`);
    expect(writes?.closing).toBe('');
  });

  it('are named where nothing surely answers them', async () => {
    const { writes } = await ask('checks');
    expect(writes?.draft).toContain(SPINACH);
    expect(writes).toMatchObject({ is_partial: true, closing: expect.stringContaining('blood checked?') });
  });
});
