import { describe, expect, it } from 'vitest';
import { GalenError } from '../../domain/errors.ts';
import type { Reranker } from '../reranker.port.ts';
import { rankedPassage } from '../testing/ranked-passage.ts';
import { findPassages, orderByRerank, rerankOrKeep } from './find-passages.ts';

const passages = ['a', 'b'].map((id) => rankedPassage({ id }));
const request = (signal = new AbortController().signal) => ({
  query: 'q',
  language: 'en' as const,
  terms: [],
  passages,
  signal,
});
const ACCESS = { tenant_id: 't', scopes: ['public' as const], departments: [] };
const by = (rerank: Reranker['rerank']): Reranker => ({ id: 'r', rerank });

describe('rerankOrKeep', () => {
  it('goes by the reranker', async () => {
    const reversed = by(async (asked) => [...asked.passages].reverse());
    expect(await rerankOrKeep(reversed, request())).toEqual({
      passages: [...passages].reverse(),
      degraded: null,
    });
  });

  it.each([
    ['fails', by(() => Promise.reject(new TypeError('of q'))), 'reranker r: TypeError'],
    [
      'fails as models do',
      by(() => Promise.reject(new GalenError('SEARCH_MODEL_FAILED', { model: 'r', problem: 'of q' }))),
      'reranker r: SEARCH_MODEL_FAILED',
    ],
    ['loses a passage', by(async () => passages.slice(1)), 'reranker r: other passages'],
    ['repeats one', by(async () => passages.flatMap(() => passages.slice(1))), 'reranker r: other passages'],
    ['never ends', by(() => new Promise(() => {})), 'reranker r: TimeoutError'],
  ])('keeps the order of the search, and says why, when it %s', async (_, reranker, degraded) => {
    expect(await rerankOrKeep({ ...reranker, limitMs: 20 }, request())).toEqual({ passages, degraded });
  });

  it('stops, rather than degrade, when the asker gave up', async () => {
    const signal = AbortSignal.abort(new Error('gave up'));
    await expect(
      rerankOrKeep(
        by(() => new Promise(() => {})),
        request(signal),
      ),
    ).rejects.toThrow('gave up');
  });
});

const of = (id: string, evidence_level: 'expert_opinion' | 'meta_analysis', relevance = 0.8) =>
  rankedPassage({ id, document: { evidence_level }, scores: { relevance } });
const idsOf = (...args: Parameters<typeof orderByRerank>) => orderByRerank(...args).map(({ id }) => id);

describe('orderByRerank', () => {
  const passages = [of('opinion', 'expert_opinion'), of('meta', 'meta_analysis', 0.1)];

  it('lets evidence decide between passages that fit nearly as well, and only those', () => {
    expect(idsOf(passages, [0.8, 0.79])).toEqual(['meta', 'opinion']);
    expect(idsOf(passages, [0.8, 0.4])).toEqual(['opinion', 'meta']);
  });

  it('goes by the search where the reranker tells nothing apart', () => {
    const same = [of('worse', 'meta_analysis', 0.4), of('better', 'meta_analysis', 0.7)];
    expect(idsOf(same, [0.5, 0.5])).toEqual(['better', 'worse']);
  });

  it('adds the score and changes nothing else', () => {
    const [first] = orderByRerank(passages.slice(0, 1), [0.6]);
    expect(first).toEqual({ ...passages[0], scores: { ...passages[0]?.scores, rerank: 0.6 } });
  });
});

describe('findPassages with a reranker that reads', () => {
  const far = rankedPassage({ id: 'far', scores: { relevance: 0.1, lexical: 0.05 }, matched_terms: [] });
  const near = rankedPassage({ id: 'near', scores: { relevance: 0.9 } });
  const reading = (answers: number) =>
    by(async ({ passages }) =>
      passages.map((passage) => ({
        ...passage,
        scores: { ...passage.scores, rerank: 1, answers },
        sentences: [{ text: passage.text, answers }],
      })),
    );
  const find = (found: typeof far, reranker: Reranker) => {
    const result = {
      passages: [found],
      terms: [{ term: 'metformin', weight: 2 }],
      corrections: [],
      degraded: null,
    };
    return findPassages(
      { passages: { search: async () => result }, reranker },
      {
        query: 'q',
        language: 'en',
        expansions: [],
        access: ACCESS,
        filters: {},
        limit: 5,
        signal: request().signal,
      },
    );
  };

  it('keeps what answers, with its sentences, and reads what does not', async () => {
    const { kept } = await find(near, reading(0.9));
    expect(kept[0]?.sentences?.length).toBeGreaterThan(0);
    const other = await find(far, reading(0.001));
    expect(other).toMatchObject({ kept: [], read: [{ id: 'far' }], degraded: [] });
  });

  it('lets words decide where nothing could be read', async () => {
    const fails = by(() => Promise.reject(new TypeError('of q')));
    const { kept, degraded } = await find(near, fails);
    expect(kept.map(({ sentences }) => sentences)).toEqual([undefined]);
    expect(degraded).toEqual(['reranker r: TypeError']);
    expect((await find(far, fails)).kept).toEqual([]);
  });
});
