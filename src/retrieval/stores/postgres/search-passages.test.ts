import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../records/testing/test-database.ts';
import { createHashEmbedder } from '../../models/hash-embedder.ts';
import { documentIds, sampleTenant } from '../../testing/sample-tenant.ts';
import { createPassageIndexOn } from './create-passage-index.ts';
import { createPostgresEngine } from './postgres-passages.ts';
import { retrievalMigrations } from './retrieval-migrations.ts';
import type { Candidate } from './search-engine.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(retrievalMigrations);
});
afterAll(() => database.close());

/** An engine that changes its candidates, given how often it was asked before. */
function openWith(change: (candidates: Candidate[], times: number) => Candidate[]) {
  const engine = createPostgresEngine({ vectors: null });
  const state = { times: 0 };
  const index = createPassageIndexOn({
    db: database.db,
    embedder: createHashEmbedder(),
    logProblem: () => undefined,
    engine: {
      ...engine,
      async find(...asked) {
        const found = await engine.find(...asked);
        state.times += 1;
        return { ...found, candidates: change(found.candidates, state.times - 1) };
      },
    },
  });
  return { ...sampleTenant(index), state };
}

const ahead = (candidates: Candidate[], by: number) =>
  candidates.map((candidate) => ({ ...candidate, revision: String(Number(candidate.revision) + by) }));

describe('a search whose engine is ahead of the database', () => {
  it('is repeated until both know the same passages', async () => {
    const { store, ask, state } = openWith((found, times) => (times < 3 ? ahead(found, 10 - times) : found));
    await store({ id: 'a' });
    expect(documentIds(await ask('metformin'))).toEqual(['a']);
    expect(state.times).toBe(4);
  });

  it('is repeated once for what is left over from a change that never was committed', async () => {
    const { store, ask, state } = openWith((found) => [
      ...found,
      ...ahead(found, 1_000_000),
      { passage_id: 'gone#0', document_id: 'gone', revision: '1', cosine: 1 },
    ]);
    await store({ id: 'a' });
    expect(documentIds(await ask('metformin'))).toEqual(['a']);
    expect(state.times).toBe(2);
  });

  it('is not repeated for passages that were replaced', async () => {
    const { store, ask, state } = openWith((found) => [...found, ...ahead(found, -1)]);
    await store({ id: 'a' });
    expect(documentIds(await ask('metformin'))).toEqual(['a']);
    expect(state.times).toBe(1);
  });

  it('ends even if the engine never is at rest', async () => {
    const { store, ask, state } = openWith((found, times) => ahead(found, 1_000 + times));
    await store({ id: 'a' });
    expect(documentIds(await ask('metformin'))).toEqual([]);
    expect(state.times).toBe(8);
  });
});
