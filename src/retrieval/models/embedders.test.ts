import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { embedderContract } from '../embedder.contract.ts';
import { type FakeSearchServer, type Reply, startFakeSearchServer } from '../testing/fake-search-server.ts';
import { fakeTransformers } from '../testing/fake-transformers.ts';
import { createHashEmbedder } from './hash-embedder.ts';
import { type EmbedderSettings, openEmbedder } from './open-search-models.ts';
import { createRemoteEmbeddingModel } from './remote-models.ts';
import { createModelEmbedder } from './search-models.ts';

const KEY = 'k-hunter2';
const QUESTION = 'has Nguyen Van A a rash';
const NO_PREFIXES = { query: '', passage: '' };

let server: FakeSearchServer;
let folder: string;
beforeAll(async () => {
  server = await startFakeSearchServer();
  folder = await mkdtemp(join(tmpdir(), 'galen-embedder-'));
});
afterEach(async () => {
  server.script('answers');
  await rm(join(folder, 'embedder.json'), { force: true });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const settings = (more: Partial<EmbedderSettings> = {}): EmbedderSettings => ({
  model: 'ollama/bge-m3',
  url: server.url,
  apiKey: KEY,
  dimensions: undefined,
  prefixes: NO_PREFIXES,
  folder,
  ...more,
});
const signal = () => new AbortController().signal;

/** An embedder of 256 dimensions that has not asked its server yet. */
function embedder({
  model = 'ollama/bge-m3',
  limitMs = 5_000,
  prefixes = NO_PREFIXES,
  url = server.url,
} = {}) {
  return createModelEmbedder(
    createRemoteEmbeddingModel({ model, url, apiKey: KEY }, prefixes),
    { dimensions: 256, scale: { unrelated: 0, same: 1 } },
    { query: limitMs, passage: limitMs },
  );
}

const nothingToClose = async () => undefined;
embedderContract('built in', async () => ({ embedder: createHashEmbedder(), close: nothingToClose }));
embedderContract('Ollama', async () => ({
  embedder: (await openEmbedder(settings())).embedder,
  close: nothingToClose,
}));
embedderContract('OpenAI-compatible', async () => ({
  embedder: (await openEmbedder(settings({ model: 'openai-compatible/e5' }))).embedder,
  close: nothingToClose,
}));
embedderContract('ONNX', async () => ({
  embedder: (await openEmbedder(await onnxSettings(), { importer: async () => fakeTransformers().module }))
    .embedder,
  close: nothingToClose,
}));

describe.each([
  ['ollama/bge-m3', '/api/embed'],
  ['openai-compatible/BAAI/bge-m3', '/v1/embeddings'],
])('an embedder behind a server: %s', (model, path) => {
  const embed = (texts: readonly string[], options: Parameters<typeof embedder>[0] = {}) =>
    embedder({ model, ...options }).embed(texts, { kind: 'query', signal: signal() });

  it('asks for its model in batches, with its key', async () => {
    await embed(Array.from({ length: 70 }, (_, i) => `text ${i}`));
    expect(server.requests.map(({ body }) => (Array.isArray(body.input) ? body.input.length : 0))).toEqual([
      32, 32, 6,
    ]);
    expect(server.requests[0]).toMatchObject({
      path,
      headers: { authorization: `Bearer ${KEY}` },
      body: { model: model.slice(model.indexOf('/') + 1) },
    });
  });

  it.each<[string, Reply]>([
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['429', { status: 429, headers: { 'retry-after': '0' } }],
  ])('tries once more after %s', async (_, reply) => {
    server.script(reply, 'answers');
    expect(await embed(['a fever'])).toHaveLength(1);
    expect(server.requests).toHaveLength(2);
    server.script(reply);
    await expect(embed(['a fever'])).rejects.toMatchObject({ code: 'SEARCH_MODEL_FAILED' });
    expect(server.requests).toHaveLength(2);
  });

  it.each<[string, Reply, RegExp]>([
    ['status 401', { status: 401 }, /status 401$/u],
    ['status 400', { status: 400 }, /status 400$/u],
    ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }, /status 307$/u],
    ['no JSON', { sends: `<html>${QUESTION}` }, /another form$/u],
    ['JSON of another form', { sends: `{"embedding": "${QUESTION}"}` }, /another form$/u],
    ['NaN', { changes: (answer) => answer.replace(/\[[-\d.e]+,/u, '[NaN,') }, /another form$/u],
    ['infinity', { changes: (answer) => answer.replace(/\[[-\d.e]+,/u, '[1e999,') }, /another form$/u],
    ['a vector too short', { changes: (answer) => answer.replace(/\[[-\d.e]+,/u, '[') }, /255 numbers/u],
    ['no vectors', { sends: '{"embeddings": [], "data": []}' }, /0 vectors for 1 texts/u],
  ])('refuses %s at once, and tells neither key nor question', async (_, reply, problem) => {
    server.script(reply);
    const failure = await embed([QUESTION]).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'SEARCH_MODEL_FAILED', message: expect.stringMatching(problem) });
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toMatch(/hunter2|Nguyen/u);
    expect(failure).not.toHaveProperty('cause');
    expect(server.requests).toHaveLength(1);
  });

  it('gives up on a server that hangs, and lets go of it', async () => {
    server.script('hangs');
    await expect(embed([QUESTION], { limitMs: 60 })).rejects.toThrow(/no answer within 60 ms$/u);
    await expect.poll(server.open).toBe(0);
  });

  it('stops when the asker gives up', async () => {
    server.script('hangs');
    const asker = new AbortController();
    const embedding = embedder({ model }).embed([QUESTION], { kind: 'query', signal: asker.signal });
    await expect.poll(() => server.requests.length).toBe(1);
    asker.abort(new Error('gave up'));
    await expect(embedding).rejects.toThrow('gave up');
    await expect.poll(server.open).toBe(0);
  });

  it('stops when the asker gives up before it is asked again', async () => {
    server.script({ status: 429, headers: { 'retry-after': '60' } });
    const asker = new AbortController();
    const embedding = embedder({ model }).embed([QUESTION], { kind: 'query', signal: asker.signal });
    await expect.poll(() => server.requests.length).toBe(1);
    setTimeout(() => asker.abort(new Error('gave up')), 50);
    await expect(embedding).rejects.toThrow('gave up');
    expect(server.requests).toHaveLength(1);
  });

  it('says that there is no connection', async () => {
    const gone = await startFakeSearchServer();
    await gone.close();
    await expect(embed([QUESTION], { url: gone.url })).rejects.toThrow(/no connection \(ECONNREFUSED\)$/u);
  });

  it('sends no further batch after one has failed', async () => {
    server.script({ status: 400 });
    await expect(embed(Array.from({ length: 320 }, (_, i) => `text ${i}`))).rejects.toThrow(/status 400/u);
    expect(server.requests.length).toBeLessThanOrEqual(2);
  });

  it('puts before each text what the model wants there', async () => {
    const e5 = embedder({ model, prefixes: { query: 'query: ', passage: 'passage: ' } });
    await e5.embed(['fever'], { kind: 'query', signal: signal() });
    await e5.embed(['fever'], { kind: 'passage', signal: signal() });
    expect(server.requests.map(({ body }) => body.input)).toEqual([['query: fever'], ['passage: fever']]);
  });
});

it('refuses vectors that are not one for each text', async () => {
  server.script({ changes: (answer) => answer.replace('"index":0', '"index":1') });
  await expect(
    embedder({ model: 'openai-compatible/e5' }).embed(['a b c', 'd e f'], {
      kind: 'query',
      signal: signal(),
    }),
  ).rejects.toThrow(/another form/u);
});

it('does not take in an answer without end', async () => {
  server.script({ sends: ' '.repeat(33 * 1024 * 1024) });
  await expect(embedder().embed(['a b c'], { kind: 'query', signal: signal() })).rejects.toThrow(
    /more than 33554432 bytes/u,
  );
  await expect.poll(server.open).toBe(0);
});

describe('opening an embedder', () => {
  it('opens the built-in one when none is named', async () => {
    const { embedder: opened, problem } = await openEmbedder(settings({ model: undefined }));
    expect(opened.id).toBe(createHashEmbedder().id);
    expect(problem).toBeNull();
    expect(server.requests).toEqual([]);
  });

  it('learns dimensions and scale from one request, the same each time', async () => {
    const first = await openEmbedder(settings());
    expect(server.requests).toHaveLength(1);
    const again = await openEmbedder(settings({ dimensions: 256 }));
    expect(first.problem).toBeNull();
    expect(first.embedder).toMatchObject({
      id: 'ollama/bge-m3@256',
      dimensions: 256,
      share: { en: 0.6, vi: 0.6 },
    });
    expect(again.embedder.scale).toEqual(first.embedder.scale);
    const { unrelated, same } = first.embedder.scale;
    expect(unrelated).toBeLessThan(0.2);
    expect(same).toBeGreaterThan(0.4);
  });

  it('tells apart vectors made with another prefix before the passages', async () => {
    const ids = await Promise.all(
      ['', 'passage: ', 'doc: '].map(async (passage) => {
        const opened = await openEmbedder(settings({ prefixes: { query: 'q: ', passage } }));
        return opened.embedder.id;
      }),
    );
    expect(new Set(ids).size).toBe(3);
    expect(JSON.stringify(server.requests)).toMatch(/"q: Does .*"doc: Long-term /u);
  });

  it('knows the embedder again while its server is down', async () => {
    const { embedder: before } = await openEmbedder(settings());
    server.script({ status: 500 });
    const { embedder: after, problem } = await openEmbedder(settings());
    expect(problem).toMatch(/ollama\/bge-m3 failed: status 500/u);
    expect(after).toMatchObject({ id: before.id, dimensions: 256, scale: before.scale });
    await expect(after.embed(['fever'], { kind: 'query', signal: signal() })).rejects.toThrow(/status 500/u);
    server.script('answers');
    expect(await after.embed(['fever'], { kind: 'query', signal: signal() })).toHaveLength(1);
  });

  it('does not take one model for another while the server is down', async () => {
    await openEmbedder(settings());
    server.script({ status: 500 });
    const other = await openEmbedder(settings({ model: 'ollama/nomic-embed-text' }));
    expect(other.embedder.id).toBe(createHashEmbedder().id);
    const prefixed = await openEmbedder(settings({ prefixes: { query: '', passage: 'passage: ' } }));
    expect(prefixed.embedder.id).toBe(createHashEmbedder().id);
  });

  it('falls back to the built-in one, and says so, when nothing is known of the model', async () => {
    server.script('hangs');
    const { embedder: opened, problem } = await openEmbedder(settings(), { limitMs: 60 });
    expect(opened.id).toBe(createHashEmbedder().id);
    expect(problem).toMatch(/no answer within 60 ms/u);
    await writeFile(join(folder, 'embedder.json'), '{"model": "ollama/bge-m3", "dim');
    expect((await openEmbedder(settings(), { limitMs: 60 })).embedder.id).toBe(createHashEmbedder().id);
  });

  it('keeps the model when its dimensions are set, with the server down from the first', async () => {
    server.script({ status: 503 });
    const { embedder: opened, problem } = await openEmbedder(settings({ dimensions: 1_024 }));
    expect(opened).toMatchObject({ id: 'ollama/bge-m3@1024', dimensions: 1_024 });
    expect(problem).toMatch(/status 503/u);
  });

  it('does not take vectors of another length than was set', async () => {
    const { embedder: opened, problem } = await openEmbedder(settings({ dimensions: 768 }));
    expect(problem).toMatch(/vectors of 256 numbers, not 768/u);
    await expect(opened.embed(['fever'], { kind: 'query', signal: signal() })).rejects.toThrow(
      /256 numbers instead of 768/u,
    );
  });

  it('does not search with vectors that tell nothing apart', async () => {
    server.script({ sends: JSON.stringify({ embeddings: Array(16).fill([1, 2, 3]) }) });
    const { embedder: opened, problem } = await openEmbedder(settings());
    expect(problem).toMatch(/do not tell/u);
    expect(opened.id).toBe(createHashEmbedder().id);
  });

  it('works where it cannot keep what it learnt, and says so', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const { embedder: opened, problem } = await openEmbedder(settings({ folder: file }));
    expect(opened.id).toBe('ollama/bge-m3@256');
    expect(problem).toMatch(/cannot be written \((?:EEXIST|ENOTDIR)\)$/u);
  });

  it.each<[Partial<EmbedderSettings>, RegExp]>([
    [{ model: 'acme/embed' }, /one of ollama, openai-compatible, onnx/u],
    [{ model: 'ollama/' }, /one of/u],
    [{ model: 'openai-compatible/e5', url: undefined }, /needs the address/u],
    [{ url: 'http://galen:hunter2@models:1' }, /as the API key$/u],
    [{ model: 'onnx//nowhere' }, /holds neither onnx\/model\.onnx nor/u],
  ])('refuses settings that cannot work: %o', async (more, problem) => {
    await expect(openEmbedder(settings(more))).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(problem),
    });
  });

  it.each([
    ['', '/api/embed'],
    ['/', '/api/embed'],
    ['/api/', '/api/embed'],
    ['/api/embed', '/api/embed'],
    ['/proxy/ollama', '/proxy/ollama/embed'],
  ])('finds the endpoint below the address %j', async (path, asked) => {
    await openEmbedder(settings({ url: server.url + path }));
    expect(server.requests[0]?.path).toBe(asked);
  });
});

describe('an ONNX embedder', () => {
  it('reads the user’s folder and nothing else', async () => {
    const { module, calls } = fakeTransformers();
    const names: string[] = [];
    const importer = async (name: string) => {
      names.push(name);
      return module;
    };
    const { embedder: opened, problem } = await openEmbedder(await onnxSettings(), { importer });
    expect(problem).toBeNull();
    expect(opened.id).toBe('onnx/bge-small@256');
    expect(names).toEqual(['@huggingface/transformers']);
    expect(calls).toEqual([
      [
        'feature-extraction',
        'bge-small',
        { dtype: 'q8', local_files_only: true },
        { allowRemoteModels: false, allowLocalModels: true, localModelPath: folder },
      ],
      { pooling: 'mean', normalize: true },
    ]);
  });

  it('pools as the folder says', async () => {
    const { module, calls } = fakeTransformers();
    const onnx = await onnxSettings();
    await mkdir(join(folder, 'bge-small', '1_Pooling'), { recursive: true });
    await writeFile(
      join(folder, 'bge-small', '1_Pooling', 'config.json'),
      '{"word_embedding_dimension": 384, "pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false}',
    );
    await openEmbedder(onnx, { importer: async () => module });
    await rm(join(folder, 'bge-small', '1_Pooling'), { recursive: true });
    expect(calls.at(-1)).toEqual({ pooling: 'cls', normalize: true });
  });

  it('says how to install the package that runs it', async () => {
    await expect(openEmbedder(await onnxSettings())).rejects.toMatchObject({
      code: 'SEARCH_MODEL_NOT_INSTALLED',
      message: expect.stringMatching(/npm install @huggingface\/transformers$/u),
    });
  });

  it('does not start with a model that cannot be loaded, and repeats nothing of the runtime’s error', async () => {
    const { module } = fakeTransformers();
    const broken = { ...module, pipeline: () => Promise.reject(new Error(QUESTION)) };
    await expect(openEmbedder(await onnxSettings(), { importer: async () => broken })).rejects.toMatchObject({
      code: 'SEARCH_MODEL_FAILED',
      message: expect.not.stringMatching(/Nguyen/u),
    });
  });
});

async function onnxSettings(): Promise<EmbedderSettings> {
  const path = join(folder, 'bge-small');
  await mkdir(join(path, 'onnx'), { recursive: true });
  await writeFile(join(path, 'onnx', 'model_quantized.onnx'), '');
  return settings({ model: `onnx/${path}`, url: undefined });
}
