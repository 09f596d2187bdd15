import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDataDir } from '../../records/testing/test-database.ts';
import { type FakeSearchServer, startFakeSearchServer } from '../../retrieval/testing/fake-search-server.ts';
import type { FoundPassages } from '../search-request.ts';
import { readJson } from '../testing/read-json.ts';
import { startGalen } from '../testing/start-galen.ts';

const QUERY = 'side effects of metformin';

let server: FakeSearchServer;
let folder: string;
beforeAll(async () => {
  server = await startFakeSearchServer();
  folder = await freshDataDir();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Starts Galen with models behind the server, searches once, and stops it. */
async function searchOnce(more: Record<string, string> = {}) {
  const running = await startGalen({
    GALEN_EMBED_MODEL: 'ollama/bge-m3',
    GALEN_EMBED_QUERY_PREFIX: 'query: ',
    GALEN_OLLAMA_URL: server.url,
    GALEN_RERANK_MODEL: 'cohere/rerank-v3.5',
    GALEN_RERANK_URL: server.url,
    ...more,
  });
  try {
    const found = await readJson<FoundPassages>(running.post('/v1/search', { query: QUERY }));
    return { ...found, knowledge: running.galen.knowledge };
  } finally {
    await running.stop();
  }
}

const asked = (path: string) => server.requests.filter((request) => request.path === path);

describe('with an embedder and a reranker behind a server', () => {
  it('searches with both, and without them while the server is down, its vectors kept', async () => {
    const first = await searchOnce({ GALEN_DATA_DIR: folder });
    expect(first.degraded).toBeNull();
    expect(first.passages[0]?.text).toMatch(/metformin/iu);
    expect(first.passages[0]?.scores.rerank).toBeGreaterThan(0);
    expect(asked('/api/embed').at(-1)?.body.input).toEqual([`query: ${QUERY}`]);
    expect(asked('/v2/rerank').length).toBeGreaterThan(0);

    server.script({ status: 503 });
    const second = await searchOnce({ GALEN_DATA_DIR: folder });
    expect(second.knowledge).toMatchObject({ loaded: 0, removed: 0 });
    expect(second.knowledge?.unchanged).toBeGreaterThan(0);
    expect(second.degraded).toMatch(/^embedder ollama\/bge-m3@256: /u);
    expect(second.passages[0]?.text).toMatch(/metformin/iu);
  });

  it('starts with the server down from the first: with the built-in embedder', async () => {
    server.script({ status: 503 });
    const { passages, degraded } = await searchOnce();
    expect(degraded).toBe('reranker cohere/rerank-v3.5: SEARCH_MODEL_FAILED');
    expect(passages[0]?.text).toMatch(/metformin/iu);
  });

  it('takes documents in while their vectors cannot be made, and makes them when they can', async () => {
    const own = await freshDataDir();
    try {
      const settings = { GALEN_EMBED_DIMENSIONS: '256', GALEN_DATA_DIR: own };
      server.script({ status: 503 });
      const first = await searchOnce(settings);
      expect(first.passages[0]?.text).toMatch(/metformin/iu);
      expect(first.passages[0]?.scores.cosine).toBeNull();

      server.script('answers');
      const second = await searchOnce(settings);
      expect(second.degraded).toBeNull();
      expect(second.knowledge).toMatchObject({ loaded: 0 });
      expect(second.passages[0]?.scores.cosine).not.toBeNull();
    } finally {
      await rm(own, { recursive: true });
    }
    // All the knowledge is loaded twice.
  });
});
