import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../records/testing/test-database.ts';
import { createHashEmbedder } from '../../models/hash-embedder.ts';
import { storeDocument } from '../../testing/sample-documents.ts';
import { createPassageIndex } from './postgres-passages.ts';
import { readReach } from './read-corpus.ts';
import { retrievalMigrations } from './retrieval-migrations.ts';
import { createTenantVectors, type TenantVectors } from './tenant-vectors.ts';

const embedder = createHashEmbedder();
const logProblem = (problem: string, error: unknown) => {
  throw new Error(problem, { cause: error });
};
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(retrievalMigrations);
  await makeIndex().upkeep({ signal: new AbortController().signal });
});
afterAll(() => database.close());

const makeIndex = () => createPassageIndex({ db: database.db, embedder, logProblem, isLongLived: false });
const makeVectors = (maxBytes = 1e9) => createTenantVectors({ db: database.db, maxBytes, logProblem });
const store = (tenant_id: string, id: string, text: string) =>
  storeDocument(makeIndex(), { tenant_id, id, text });

/** The documents nearest to a text, by what is in memory; null where that is not what the database holds now. */
async function nearest(vectors: TenantVectors, tenant_id: string, text: string): Promise<string[] | null> {
  const access = { tenant_id, scopes: ['public' as const], departments: [] };
  const { generation, facetIds, stamp } = await readReach(database.db, access, {});
  const matrix = await vectors.matrixFor(database.db, generation, tenant_id, stamp);
  const [vector] = await embedder.embed([text], { kind: 'query', signal: new AbortController().signal });
  if (!matrix || !vector) return null;
  return matrix.nearest(vector, facetIds, 3).map(({ passage_id }) => passage_id.replace(/#\d+$/u, ''));
}

it('reads a tenant’s vectors once they are asked for, then follows every change', async () => {
  const tenant = randomUUID();
  const vectors = makeVectors();
  await store(tenant, 'a', 'Metformin causes nausea.');
  await store(tenant, 'b', 'Fissure sealants prevent caries.');
  await store(randomUUID(), 'foreign', 'Metformin causes nausea.');
  expect(await nearest(vectors, tenant, 'metformin nausea')).toBeNull();
  await vectors.settled();
  expect(await nearest(vectors, tenant, 'metformin nausea')).toEqual(['a', 'b']);

  await store(tenant, 'c', 'Nausea under metformin fades.');
  expect(await nearest(vectors, tenant, 'nausea under metformin fades')).toEqual(['c', 'a', 'b']);
  await store(tenant, 'a', 'Caries again.');
  expect((await nearest(vectors, tenant, 'metformin nausea'))?.[0]).toBe('c');
  await makeIndex().removeDocument(tenant, 'c');
  expect(await nearest(vectors, tenant, 'metformin nausea')).toEqual(expect.not.arrayContaining(['c']));
  // The newest of all.
  await store(tenant, 'd', 'Metformin again.');
  await makeIndex().removeDocument(tenant, 'd');
  expect((await nearest(vectors, tenant, 'metformin again'))?.sort()).toEqual(['a', 'b']);
});

it('gives nothing to a search that began before a change which another has seen', async () => {
  const tenant = randomUUID();
  const vectors = makeVectors();
  await store(tenant, 'a', 'Metformin causes nausea.');
  await nearest(vectors, tenant, 'metformin');
  await vectors.settled();
  const access = { tenant_id: tenant, scopes: ['public' as const], departments: [] };
  const before = await readReach(database.db, access, {});
  await store(tenant, 'a', 'Another text.');
  expect(await nearest(vectors, tenant, 'another text')).toEqual(['a']);
  expect(await vectors.matrixFor(database.db, before.generation, tenant, before.stamp)).toBeNull();
});

it('takes in a document of more passages than are read at once', async () => {
  const tenant = randomUUID();
  const vectors = makeVectors();
  await store(tenant, 'a', 'Metformin causes nausea.');
  await nearest(vectors, tenant, 'metformin');
  await vectors.settled();
  await store(
    tenant,
    'book',
    Array.from({ length: 2_100 }, (_, i) => `## Part ${i}\n\n${'Text. '.repeat(120)}`).join('\n\n'),
  );
  expect((await nearest(vectors, tenant, 'metformin causes nausea'))?.[0]).toBe('a');
});

it('reads again when another process made vectors that were missing', async () => {
  const tenant = randomUUID();
  const vectors = makeVectors();
  const failing = { ...embedder, embed: () => Promise.reject(new Error('down')) };
  const withoutVectors = createPassageIndex({
    db: database.db,
    embedder: failing,
    logProblem: () => undefined,
    isLongLived: false,
  });
  await storeDocument(withoutVectors, { tenant_id: tenant, id: 'a', text: 'Metformin causes nausea.' });
  await nearest(vectors, tenant, 'metformin');
  await vectors.settled();
  expect(await nearest(vectors, tenant, 'metformin')).toEqual([]);
  await makeIndex().upkeep({ signal: new AbortController().signal });
  expect(await nearest(vectors, tenant, 'metformin')).toBeNull();
  await vectors.settled();
  expect(await nearest(vectors, tenant, 'metformin')).toEqual(['a']);
});

it('makes room for the tenant asked last', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  for (const tenant of [first, second]) await store(tenant, 'a', 'Metformin causes nausea.');
  // Room for one, since the smallest of them takes this much.
  const vectors = makeVectors(400_000);
  for (const tenant of [first, second]) {
    await nearest(vectors, tenant, 'metformin');
    await vectors.settled();
  }
  expect(await nearest(vectors, second, 'metformin')).toEqual(['a']);
  expect(await nearest(vectors, first, 'metformin')).toBeNull();
});

it('takes in many changes at once in the background', async () => {
  const tenant = randomUUID();
  const vectors = makeVectors();
  await store(tenant, 'a', 'Metformin causes nausea.');
  await nearest(vectors, tenant, 'metformin');
  await vectors.settled();
  for (let i = 0; i < 201; i += 1) await store(tenant, `n${i}`, `Note ${i}.`);
  expect(await nearest(vectors, tenant, 'metformin causes nausea')).toBeNull();
  await vectors.settled();
  expect((await nearest(vectors, tenant, 'metformin causes nausea'))?.[0]).toBe('a');
});
