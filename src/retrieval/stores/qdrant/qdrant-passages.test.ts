import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../records/testing/test-database.ts';
import { createHashEmbedder } from '../../models/hash-embedder.ts';
import { type IndexUnderTest, passageIndexContract } from '../../passage-index.contract.ts';
import { startFakeQdrant } from '../../testing/fake-qdrant.ts';
import { storeDocument } from '../../testing/sample-documents.ts';
import { retrievalMigrations } from '../postgres/retrieval-migrations.ts';
import { openQdrantServer } from './qdrant-client.ts';
import { createQdrantPassages } from './qdrant-passages.ts';

const realUrl = process.env.GALEN_TEST_QDRANT_URL;
const apiKey = process.env.GALEN_TEST_QDRANT_API_KEY;

passageIndexContract('Qdrant, in memory', async () => {
  const server = await startFakeQdrant();
  return openOn({ url: server.url, finish: server.close });
});

if (realUrl === undefined) {
  console.info('Qdrant is tested in memory only: GALEN_TEST_QDRANT_URL is not set.');
} else {
  const prefix = `galen_test_${randomUUID()}`;
  passageIndexContract('Qdrant server', () =>
    openOn({
      url: realUrl,
      prefix,
      async finish() {
        await openQdrantServer({ url: realUrl, apiKey }).ask(async (client) => {
          const { collections } = await client.getCollections();
          for (const { name } of collections) {
            if (name.startsWith(prefix)) await client.deleteCollection(name);
          }
        });
      },
    }),
  );
}

describe('the collections', () => {
  it('are one: that of the index in use', async () => {
    const server = await startFakeQdrant();
    const { index, embedder, close } = await openOn({ url: server.url, finish: server.close });
    const upkeep = { signal: new AbortController().signal };
    await index(embedder).upkeep(upkeep);
    await storeDocument(index(embedder), {});
    expect(server.points()).toEqual({ galen_passages_2: 1 });
    await index({ ...embedder, id: 'other' }).upkeep(upkeep);
    expect(server.points()).toEqual({ galen_passages_3: 1 });
    await close();
  });
});

async function openOn({
  finish,
  ...settings
}: {
  url: string;
  prefix?: string;
  finish: () => Promise<void>;
}): Promise<IndexUnderTest> {
  const database = await openTestDatabase(retrievalMigrations);
  const embedder = createHashEmbedder();
  const index: IndexUnderTest['index'] = (by) =>
    createQdrantPassages({ db: database.db, embedder: by, apiKey, logProblem: () => undefined, ...settings });
  return {
    embedder,
    index,
    async close() {
      await finish();
      await database.close();
    },
  };
}
