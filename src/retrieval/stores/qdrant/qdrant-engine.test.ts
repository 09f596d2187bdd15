import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Access } from '../../../domain/access.ts';
import { GalenError } from '../../../domain/errors.ts';
import { openTestDatabase, type TestDatabase } from '../../../records/testing/test-database.ts';
import { chunkDocument } from '../../ingest/chunk-document.ts';
import { createHashEmbedder } from '../../models/hash-embedder.ts';
import type { PassageIndex } from '../../passage-index.port.ts';
import { type FakeQdrant, startFakeQdrant } from '../../testing/fake-qdrant.ts';
import { QueryBatch } from '../../testing/qdrant/schemas.ts';
import { sampleDocument, sampleQuery } from '../../testing/sample-documents.ts';
import { documentIds, sampleTenant } from '../../testing/sample-tenant.ts';
import { createPassageIndex } from '../postgres/postgres-passages.ts';
import { retrievalMigrations } from '../postgres/retrieval-migrations.ts';
import { createQdrantPassages } from './qdrant-passages.ts';

const embedder = createHashEmbedder();
const upkeep = { signal: new AbortController().signal };
let database: TestDatabase;
let server: FakeQdrant;
let index: PassageIndex;
let problems: { problem: string; error: unknown }[];

const open = (settings: { url: string; apiKey?: string }) =>
  createQdrantPassages({
    db: database.db,
    embedder,
    logProblem: (problem, error) => problems.push({ problem, error }),
    ...settings,
  });

const openPostgres = () =>
  createPassageIndex({ db: database.db, embedder, logProblem: () => undefined, isLongLived: false });

beforeAll(async () => {
  database = await openTestDatabase(retrievalMigrations);
});
afterAll(() => database.close());
beforeEach(async () => {
  problems = [];
  server = await startFakeQdrant();
  index = open(server);
  // A server without the collection: the index is filled anew.
  await index.upkeep(upkeep);
});
afterEach(() => server.close());

const pointsHeld = () => Object.values(server.points()).reduce((sum, points) => sum + points, 0);
const passagesHeld = async () => (await index.state()).passages;

describe('a search in Qdrant', () => {
  it('is one request, with access and filters in every part of it', async () => {
    const { store, ask, tenant_id } = sampleTenant(index);
    await store({ id: 'a', scope: 'internal', department: 'dental', topic: 'teeth', year: 2020 });
    const access: Access = { tenant_id, scopes: ['public', 'internal'], departments: ['dental'] };
    const filters = { topics: ['teeth'], roles: ['nurse'], year_from: 2010, year_to: 2020 };
    const expansions = [{ phrase: 'glucose', alternatives: ['sugar'] }];
    server.requests.length = 0;
    expect(documentIds(await ask('metformin glucose', { access, filters, expansions }))).toEqual(['a']);

    expect(server.requests.map(({ action }) => action)).toEqual(['/points/query/batch']);
    const { searches } = QueryBatch.parse(server.requests[0]?.body);
    const must = [
      { key: 'tenant_id', match: { value: tenant_id } },
      { key: 'scope', match: { any: ['public', 'internal'] } },
      { key: 'topic', match: { any: ['teeth'] } },
      {
        should: [
          { key: 'scope', match: { value: 'public' } },
          { is_null: { key: 'department' } },
          { key: 'department', match: { any: ['dental'] } },
        ],
      },
      { should: [{ is_null: { key: 'role' } }, { key: 'role', match: { any: ['nurse'] } }] },
      { key: 'year', range: { gte: 2010, lte: 2020 } },
    ];
    const [byVector, withoutVector] = searches;
    const parts = (search = searches[0]) => [
      search?.filter,
      ...(search?.prefetch ?? []).map(({ filter }) => filter),
    ];
    expect(searches).toHaveLength(2);
    expect(parts(byVector)).toEqual(Array(4).fill({ must }));
    expect(parts(withoutVector)).toEqual(Array(3).fill({ must, must_not: [{ has_vector: 'dense' }] }));
  });

  it('asks nothing where nothing may be found', async () => {
    const { store, ask, access } = sampleTenant(index);
    await store({ id: 'a' });
    server.requests.length = 0;
    const nothing = [
      { access: { ...access, scopes: [] } },
      { access: { ...access, tenant_id: 'nobody' } },
      { filters: { collections: [] } },
      { filters: { topics: ['a topic of no document'] } },
    ];
    for (const part of nothing) expect(documentIds(await ask('metformin', part))).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  it('takes filters with half a character in them', async () => {
    const { store, ask } = sampleTenant(index);
    await store({ id: 'a' });
    const found = await ask('metformin', { filters: { source_types: ['pub\ud800', 'pubmed'] } });
    expect(documentIds(found)).toEqual(['a']);
    expect(found.degraded).toBeNull();
  });

  it('goes on by words, within the same access, when the server does not answer', async () => {
    const { store, ask } = sampleTenant(index);
    await store({ id: 'a' });
    await store({ id: 'b', scope: 'private' });
    await server.close();
    const found = await ask('metformin');
    expect(documentIds(found)).toEqual(['a']);
    expect(found.degraded).toBe('qdrant: unavailable');
    expect(found.passages[0]?.scores).toMatchObject({
      cosine: null,
      relevance: found.passages[0]?.scores.lexical,
    });
    expect(problems.map(({ error }) => String(error))).toEqual([expect.stringContaining('ECONNREFUSED')]);
    // Closing it again must not fail.
    server = await startFakeQdrant();
  });

  it('goes on by words when the server hangs', async () => {
    const { store, ask } = sampleTenant(index);
    await store({ id: 'a' });
    server.before(() => new Promise(() => undefined));
    const found = await ask('metformin');
    expect(documentIds(found)).toEqual(['a']);
    expect(found.degraded).toBe('qdrant: unavailable');
    expect(problems.map(({ error }) => String(error))).toEqual([
      expect.stringContaining('no answer in time'),
    ]);
  });

  it('stops waiting for a server that hangs when the asker gives up', async () => {
    const { store, ask } = sampleTenant(index);
    await store({ id: 'a' });
    const stop = new AbortController();
    server.before(async () => {
      stop.abort(new Error('gave up'));
      await new Promise(() => undefined);
    });
    await expect(ask('metformin', { signal: stop.signal })).rejects.toThrow('gave up');
    expect(problems).toEqual([]);
  });
});

describe('storing in Qdrant', () => {
  it('fails as a whole when the server does, and leaves what was there', async () => {
    const { store, ask, access, tenant_id } = sampleTenant(index);
    const old = await store({ id: 'a', text: 'Metformin, the old text.' });
    server.failOn(({ method, action }) => method === 'PUT' && action === '/points');
    const storing = store({ id: 'a', text: 'Metformin, the new text.' });
    await expect(storing).rejects.toMatchObject({ code: 'SEARCH_ENGINE_UNAVAILABLE' });
    await expect(store({ id: 'b' })).rejects.toThrow('status 500');
    expect(await index.getDocument(access, 'a')).toEqual(old);
    expect(await index.count(tenant_id)).toEqual({ documents: 1, passages: 1 });
    expect((await ask('metformin')).passages.map(({ text }) => text)).toEqual(['Metformin, the old text.']);
    await expect(storing.catch(String)).resolves.not.toContain('new text');
  });

  it('shows nothing of points that could not be taken away, and takes them away later', async () => {
    const { store, ask, tenant_id } = sampleTenant(index);
    await store({ id: 'a', text: 'Oldword and metformin.' });
    await store({ id: 'b', text: 'Oldword and aspirin.' });
    server.failOn(({ action }) => action === '/points/delete');
    await store({ id: 'a', text: 'Newword and metformin.' });
    await index.removeDocument(tenant_id, 'b');
    expect(problems).toHaveLength(2);
    expect(pointsHeld()).toBe((await passagesHeld()) + 2);
    expect((await ask('oldword newword')).passages.map(({ text }) => text)).toEqual([
      'Newword and metformin.',
    ]);

    server.failOn(() => false);
    expect(await index.upkeep(upkeep)).toBe(false);
    expect(pointsHeld()).toBe(await passagesHeld());
    expect(documentIds(await ask('newword'))).toEqual(['a']);
  });

  it('shows nothing of points whose document never was stored, and takes them away later', async () => {
    const { store, ask, tenant_id } = sampleTenant(index);
    await store({ id: 'a' });
    const text = 'Metformin in a long book. '.repeat(6_000);
    const long = sampleDocument({ id: 'long', tenant_id, text });
    const passages = chunkDocument(long);
    expect(passages.length).toBeGreaterThan(100);
    let puts = 0;
    server.failOn(({ method, action }) => method === 'PUT' && action === '/points' && ++puts > 1);
    await expect(index.replaceDocuments([{ document: long, passages, fingerprint: '1' }])).rejects.toThrow(
      GalenError,
    );
    server.failOn(() => false);
    expect(pointsHeld()).toBe((await passagesHeld()) + 100);
    expect(documentIds(await ask('metformin'))).toEqual(expect.not.arrayContaining(['long']));
    await index.upkeep(upkeep);
    expect(pointsHeld()).toBe(await passagesHeld());
    expect(documentIds(await ask('metformin'))).toEqual(['a']);
  });

  it('fills the index anew when the server lost it', async () => {
    const { store, ask } = sampleTenant(index);
    await store({ id: 'a' });
    const before = await ask('metformin');
    const [collection = ''] = Object.keys(server.points());
    server.lose(collection);
    expect((await ask('metformin')).degraded).toBe('qdrant: unavailable');
    expect(await index.upkeep(upkeep)).toBe(true);
    expect(await ask('metformin')).toEqual(before);
    expect(Object.keys(server.points())).not.toContain(collection);
  });
});

describe('the key of a Qdrant server', () => {
  it('opens the server, and stands in no error and no log when it is wrong', async () => {
    const locked = await startFakeQdrant({ apiKey: 'right-key' });
    const opened = open({ ...locked, apiKey: 'right-key' });
    await opened.upkeep(upkeep);
    const { store, ask } = sampleTenant(opened);
    await store({ id: 'a' });
    expect((await ask('metformin')).degraded).toBeNull();

    const wrong = open({ ...locked, apiKey: 'wrong-key' });
    const { store: storeWrongly, tenant_id } = sampleTenant(wrong);
    const failed: unknown = await storeWrongly({ id: 'a' }).catch((error) => error);
    expect(failed).toMatchObject({ code: 'SEARCH_ENGINE_UNAVAILABLE' });
    expect(String(failed)).toContain('status 401');
    const asked = await ask('metformin', {}, wrong);
    expect(asked.degraded).toBe('qdrant: unavailable');
    expect(problems.length).toBeGreaterThan(0);
    const told = JSON.stringify([failed, asked, problems], (_, value) =>
      value instanceof Error ? { ...value, text: value.stack, cause: value.cause } : value,
    );
    expect(told).not.toContain('wrong-key');
    expect(await wrong.getDocument({ tenant_id, scopes: ['public'], departments: [] }, 'a')).toBeNull();
    await locked.close();
  });
});

describe('the address of a Qdrant server', () => {
  it('may have a path', async () => {
    const behindProxy = await startFakeQdrant({ base: '/search/qdrant' });
    expect(await open(behindProxy).upkeep(upkeep)).toBe(true);
    expect(Object.keys(behindProxy.points())).toHaveLength(1);
    await behindProxy.close();
  });
});

describe('changing the engine', () => {
  it('keeps every answer, from PostgreSQL to Qdrant and back', async () => {
    const postgres = openPostgres();
    await postgres.upkeep(upkeep);
    const { store, access } = sampleTenant(postgres);
    await store({ id: 'a', text: 'Metformin lowers blood glucose.', topic: 'diabetes' });
    await store({ id: 'b', title: 'Other', text: 'Aspirin lowers fever.', year: 2001 });
    await store({ id: 'c', title: 'Ho', text: 'Ho.' });
    const answers = (by: PassageIndex) =>
      Promise.all(
        [
          sampleQuery('metformin glucose', { access }),
          sampleQuery('lowers', { access, filters: { year_to: 2010 } }),
          sampleQuery('ho glucose', { access }),
        ].map(async (query) => {
          const { passages, ...rest } = await by.search(query);
          // Cosines differ in the last digits of a float.
          return { ...rest, passages: passages.map(({ id, scores }) => [id, scores.final.toFixed(5)]) };
        }),
      );
    const before = await answers(postgres);
    expect(before.every(({ degraded }) => degraded === null)).toBe(true);

    // Until it is rebuilt the index is asked, and added to, as it is.
    expect(await answers(index)).toEqual(before);
    await sampleTenant(index).store({ id: 'meanwhile' });
    expect(await index.upkeep(upkeep)).toBe(true);
    expect((await index.state()).engine).toBe('qdrant');
    expect(await answers(index)).toEqual(before);

    const back = await postgres.search(sampleQuery('metformin glucose', { access }));
    expect(documentIds(back)).toEqual(['a']);
    expect(back.degraded).toBe('index: made for qdrant, not yet for postgres');
    expect(await postgres.upkeep(upkeep)).toBe(true);
    expect((await postgres.state()).engine).toBe('postgres');
    expect(await answers(postgres)).toEqual(before);
  });

  it('catches up with what changes while the new index is built', async () => {
    const postgres = openPostgres();
    await postgres.upkeep(upkeep);
    const { store, ask, tenant_id } = sampleTenant(index);
    for (const id of ['a', 'b', 'c']) await store({ id, text: `Oldword of ${id}.` });
    const changes: Promise<unknown>[] = [];
    server.before(async ({ method, action }) => {
      if (method !== 'PUT' || action !== '/points' || changes.length > 0) return;
      changes.push(store({ id: 'a', text: 'Newword of a.' }), index.removeDocument(tenant_id, 'b'));
      changes.push(store({ id: 'd', text: 'Newword of d.' }));
    });
    expect(await index.upkeep(upkeep)).toBe(true);
    await Promise.all(changes);
    const found = await ask('oldword newword');
    expect(found.passages.map(({ text }) => text).sort()).toEqual([
      'Newword of a.',
      'Newword of d.',
      'Oldword of c.',
    ]);
    expect(found.degraded).toBeNull();
    // The one before was left behind by the change to PostgreSQL.
    const [, collection] = Object.values(server.points());
    expect(collection).toBe(await passagesHeld());
  });

  it('leaves the old index in use when the new server cannot be reached', async () => {
    const postgres = openPostgres();
    await postgres.upkeep(upkeep);
    const unreachable = open({ url: 'http://127.0.0.1:1' });
    const { store, ask } = sampleTenant(unreachable);
    await store({ id: 'a' });
    await expect(unreachable.upkeep(upkeep)).rejects.toMatchObject({ code: 'SEARCH_ENGINE_UNAVAILABLE' });
    await store({ id: 'b' });
    const found = await ask('metformin');
    expect(documentIds(found).sort()).toEqual(['a', 'b']);
    expect(found.degraded).toBeNull();
  });
});
