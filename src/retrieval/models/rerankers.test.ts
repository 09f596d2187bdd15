import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RankedPassage } from '../../domain/passage.ts';
import type { Reranker } from '../reranker.port.ts';
import { rerankOrKeep } from '../search/find-passages.ts';
import { type FakeSearchServer, type Reply, startFakeSearchServer } from '../testing/fake-search-server.ts';
import { fakeTransformers } from '../testing/fake-transformers.ts';
import { rankedPassage } from '../testing/ranked-passage.ts';
import { openReranker } from './open-search-models.ts';

const KEY = 'k-hunter2';
const QUERY = 'metformin vitamin deficiency';

let server: FakeSearchServer;
let folder: string;
beforeAll(async () => {
  server = await startFakeSearchServer();
  folder = await mkdtemp(join(tmpdir(), 'galen-reranker-'));
});
afterEach(() => server.script('answers'));
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const PASSAGES = [
  passage('far', 'Broken wrists heal in a cast.'),
  passage('near', 'Metformin led to vitamin deficiency.'),
  passage('half', 'Vitamin tablets were given.'),
];

function passage(id: string, text: string): RankedPassage {
  return rankedPassage({ id, text, document: { title: '', evidence_level: 'cohort_study' } });
}

function request(passages: readonly RankedPassage[] = PASSAGES, signal = new AbortController().signal) {
  return { query: QUERY, language: 'en', terms: [], passages, signal } as const;
}

const idsOf = (passages: readonly RankedPassage[]) => passages.map(({ id }) => id);
const scoresOf = (passages: readonly RankedPassage[]) => passages.map(({ scores }) => scores.rerank ?? -1);
const open = (model: string, url = server.url) => openReranker({ model, url, apiKey: KEY });

describe.each([
  ['cohere/rerank-v3.5', '/v2/rerank'],
  ['jina/jina-reranker-v2-base-multilingual', '/v1/rerank'],
  ['openai-compatible/BAAI/bge-reranker-v2-m3', '/rerank'],
  ['tei/bge-reranker-v2-m3', '/rerank'],
])('a reranker behind a server: %s', (model, path) => {
  it('orders the same passages, each with its score', async () => {
    const reranker = await open(model);
    const reranked = await reranker.rerank(request());
    expect(idsOf(reranked)).toEqual(['near', 'half', 'far']);
    for (const { scores, ...rest } of reranked) {
      const { rerank, ...others } = scores;
      expect(rerank).toBeGreaterThanOrEqual(0);
      expect(rerank).toBeLessThanOrEqual(1);
      expect({ ...rest, scores: others }).toEqual(PASSAGES.find(({ id }) => id === rest.id));
    }
    expect(server.requests).toMatchObject([
      { path, headers: { authorization: `Bearer ${KEY}` }, body: { query: QUERY } },
    ]);
    expect(reranker.id).toBe(model);
  });

  it('asks in batches, and puts their scores together', async () => {
    const many = [...Array.from({ length: 40 }, (_, i) => passage(`${i}`, `Wrist ${i}.`)), ...PASSAGES];
    const reranked = await (await open(model)).rerank(request(many));
    expect(server.requests).toHaveLength(2);
    expect(idsOf(reranked).slice(0, 2)).toEqual(['near', 'half']);
    expect(reranked).toHaveLength(many.length);
  });

  it('has nothing to ask when there is nothing to order', async () => {
    expect(await (await open(model)).rerank(request([]))).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  it('takes scores beyond 0 and 1 for logits, and keeps their order', async () => {
    server.script({ changes: (answer) => answer.replace(/score":[\d.]+/u, 'score":7.5') });
    const reranked = await (await open(model)).rerank(request());
    expect(idsOf(reranked)[0]).toBe('near');
    const scores = scoresOf(reranked);
    expect(scores[0]).toBeCloseTo(1 / (1 + Math.exp(-7.5)));
    expect(scores.every((score) => score >= 0.5 && score < 1)).toBe(true);
  });

  it.each<[string, Reply]>([
    ['500', { status: 500 }],
    ['429', { status: 429, headers: { 'retry-after': '0' } }],
  ])('tries once more after %s', async (_, reply) => {
    server.script(reply, 'answers');
    expect(idsOf(await (await open(model)).rerank(request()))).toEqual(['near', 'half', 'far']);
  });

  it.each<[string, Reply]>([
    ['refuses', { status: 401 }],
    ['is broken', { status: 500 }],
    ['sends no JSON', { sends: `<html>${QUERY}` }],
    ['sends another form', { sends: '{"results": [{"index": "0"}]}' }],
    ['leaves a passage out', { changes: (answer) => answer.replace('"index":2', '"index":0') }],
    ['speaks of one that is not there', { changes: (answer) => answer.replace('"index":2', '"index":9') }],
  ])('leaves the order of the search, and tells neither key nor question, when it %s', async (_, reply) => {
    server.script(reply);
    const reranker = await open(model);
    const kept = await rerankOrKeep(reranker, request());
    expect(idsOf(kept.passages)).toEqual(['far', 'near', 'half']);
    expect(kept.degraded).toBe(`reranker ${model}: SEARCH_MODEL_FAILED`);
    server.script(reply);
    const failure = await reranker.rerank(request()).catch((error: unknown) => error);
    expect(String(failure)).toMatch(/failed: /u);
    expect(String(failure)).not.toMatch(/hunter2|metformin/iu);
  });

  it('is let go of when it takes too long', async () => {
    server.script('hangs');
    const kept = await rerankOrKeep({ ...(await open(model)), limitMs: 60 }, request());
    expect(idsOf(kept.passages)).toEqual(['far', 'near', 'half']);
    expect(kept.degraded).toBe(`reranker ${model}: TimeoutError`);
    expect(server.requests).toHaveLength(1);
    await expect.poll(server.open).toBe(0);
  });
});

describe('opening a reranker', () => {
  it('opens the built-in one when none is named', async () => {
    const { id } = await openReranker({ model: undefined, url: undefined, apiKey: undefined });
    expect(id).toBe('features-1');
  });

  it.each([
    ['acme/rerank', /one of cohere, jina, openai-compatible, tei, onnx/u],
    ['tei/bge', /needs the address/u],
  ])('refuses %s without an address', async (model, problem) => {
    await expect(openReranker({ model, url: undefined, apiKey: undefined })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(problem),
    });
  });
});

describe('an ONNX cross-encoder', () => {
  const openOnnx = async (classes: number): Promise<{ reranker: Reranker; calls: unknown[] }> => {
    const path = join(folder, 'ms-marco');
    await mkdir(join(path, 'onnx'), { recursive: true });
    await writeFile(join(path, 'onnx', 'model.onnx'), '');
    const { module, calls } = fakeTransformers({ classes });
    const options = { importer: async () => module };
    const given = { model: `onnx/${path}`, url: undefined, apiKey: undefined };
    return { reranker: await openReranker(given, options), calls };
  };

  it.each([1, 2])('reads each passage beside the question, with %i classes', async (classes) => {
    const { reranker, calls } = await openOnnx(classes);
    const reranked = await reranker.rerank(request());
    // The longest first, says the fake; a title's line break before each.
    expect(idsOf(reranked)).toEqual(['near', 'far', 'half']);
    expect(scoresOf(reranked)[2]).toBeCloseTo(1 / (1 + Math.exp(-8)));
    const options = { dtype: 'fp32', local_files_only: true };
    const local = expect.objectContaining({ allowRemoteModels: false, localModelPath: folder });
    expect(calls).toEqual([
      ['tokenizer', 'ms-marco', options, local],
      ['classifier', 'ms-marco', options, local],
    ]);
    expect(reranker.id).toBe('onnx/ms-marco');
  });

  it('is refused when it is a classifier of something else', async () => {
    const { reranker } = await openOnnx(3);
    await expect(reranker.rerank(request())).rejects.toThrow(/3 classes: it is no reranker/u);
  });

  it('says how to install the package that runs it', async () => {
    await openOnnx(1);
    await expect(open(`onnx/${join(folder, 'ms-marco')}`)).rejects.toMatchObject({
      code: 'SEARCH_MODEL_NOT_INSTALLED',
    });
  });
});
