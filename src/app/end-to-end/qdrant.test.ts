import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDataDir } from '../../records/testing/test-database.ts';
import { startFakeQdrant } from '../../retrieval/testing/fake-qdrant.ts';
import type { FoundPassages } from '../search-request.ts';
import { readJson } from '../testing/read-json.ts';
import { startGalen } from '../testing/start-galen.ts';

let folder: string;
beforeAll(async () => {
  folder = await freshDataDir();
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts Galen on the same folder with these settings, searches once, and stops it. */
async function searchOnce(settings: Record<string, string>) {
  const running = await startGalen({ GALEN_DATA_DIR: folder, ...settings });
  try {
    const query = 'side effects of metformin';
    const found = await readJson<FoundPassages>(running.post('/v1/search', { query }));
    const { engine, passages: stored } = await running.galen.passages.state();
    return { ...found, engine, stored };
  } finally {
    await running.stop();
  }
}

describe('with a Qdrant server', () => {
  it('finds passages there, by words while it is down, and in PostgreSQL once it is no setting any more', async () => {
    const server = await startFakeQdrant({ apiKey: 'secret' });
    const settings = { GALEN_QDRANT_URL: server.url, GALEN_QDRANT_API_KEY: 'secret' };
    const there = await searchOnce(settings);
    expect(there).toMatchObject({ engine: 'qdrant', degraded: null });
    expect(there.stored).toBeGreaterThan(0);
    expect(Object.values(server.points())).toEqual([there.stored]);
    expect(server.requests.map(({ action }) => action)).toContain('/points/query/batch');

    await server.close();
    const down = await searchOnce(settings);
    expect(down).toMatchObject({ engine: 'qdrant', degraded: 'qdrant: unavailable' });
    expect(down.passages[0]?.id).toBe(there.passages[0]?.id);

    const without = await searchOnce({});
    expect(without).toMatchObject({ engine: 'postgres', degraded: null });
    expect(without.passages.map(({ id }) => id)).toEqual(there.passages.map(({ id }) => id));
    // Three starts, two of which build an index.
  });
});
