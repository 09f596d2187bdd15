import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sampleOrAll } from '../../../domain/testing/long-runs.ts';
import { seededRandom } from '../../../domain/testing/seeded-random.ts';
import { ANALYZER_VERSION } from '../../../language/search-terms/analyze-text.ts';
import { openDatabase } from '../../../records/database/open-database.ts';
import { freshDataDir, openTestDatabase, type TestDatabase } from '../../../records/testing/test-database.ts';
import type { Embedder } from '../../embedder.port.ts';
import { chunkDocument } from '../../ingest/chunk-document.ts';
import { createHashEmbedder } from '../../models/hash-embedder.ts';
import type { PassageIndex } from '../../passage-index.port.ts';
import { sampleDocument, sampleQuery, storeDocument } from '../../testing/sample-documents.ts';
import { dropGeneration, entriesOf, readGenerations } from './generations.ts';
import { createPassageIndex } from './postgres-passages.ts';
import { passagesMigration, retrievalMigrations } from './retrieval-migrations.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(retrievalMigrations);
});
afterAll(() => database.close());
// Each test starts with no document and an index made for the built-in embedder.
beforeEach(async () => {
  const { db } = database;
  await sql`truncate documents, passages, facets`.execute(db);
  await db.transaction().execute(async (tx) => {
    await sql`update index_generations set state = 'old'`.execute(tx);
    for (const generation of await readGenerations(tx)) await dropGeneration(tx, generation);
  });
  await sql`
    insert into index_generations (state, engine, analyzer, embedder, dimensions, vector_index)
    values ('live', 'postgres', 'none', 'none', 1, 'exact')`.execute(db);
  await indexWith(createHashEmbedder()).upkeep({ signal: never() });
});

const problems: string[] = [];
const logProblem = (problem: string) => problems.push(problem);
const indexWith = (embedder: Embedder, sizes: { maxVectorBytes?: number; exactUpTo?: number } = {}) =>
  createPassageIndex({ db: database.db, embedder, logProblem, isLongLived: true, ...sizes });
const never = () => new AbortController().signal;

/** The built-in embedder's vectors, cut to fewer dimensions: another model, as far as an index can tell. */
function smallEmbedder(dimensions = 64): Embedder {
  const whole = createHashEmbedder();
  return {
    ...whole,
    id: `small-${dimensions}`,
    dimensions,
    async embed(texts, options) {
      const vectors = await whole.embed(texts, options);
      return vectors.map((vector) => {
        const part = vector.slice(0, dimensions);
        const length = Math.hypot(...part) || 1;
        return part.map((value) => value / length);
      });
    },
  };
}

async function storeNotes(index: PassageIndex, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await storeDocument(index, noteOf(i));
}

function noteOf(i: number) {
  return { id: `note-${i}`, title: `Note ${i}`, text: `Metformin observation number${i} of the ward.` };
}

async function findNote(index: PassageIndex, i: number) {
  return index.search(sampleQuery(`metformin observation number${i}`, { limit: 3 }));
}

describe('a database of the first schema', () => {
  it('is brought to the new one with all its documents, and answers at once', async () => {
    const dataDir = await freshDataDir();
    const open = (migrations: readonly (typeof passagesMigration)[]) =>
      openDatabase({ dataDir, migrations, log: () => undefined });
    const old = await open([passagesMigration]);
    const vector = `[${(await createHashEmbedder().embed(['Metformin'], { kind: 'passage', signal: never() }))[0]?.join(',')}]`;
    await sql`
      insert into documents values ('hospital', 'a', 'literature', 'Metformin', 'Metformin causes nausea.', 'en',
        'pubmed', 'rct', 'J', 2001, null, null, null, 'internal', 'cardiology', '1', now())`.execute(old.db);
    await sql`
      insert into passages values ('hospital', 'a#0', 'a', 'Results', 'Metformin causes nausea.', 0, 24, 'literature',
        'en', 'pubmed', 'rct', 'internal', 'cardiology', 'metformin caus nausea', ${vector})`.execute(old.db);
    await sql`insert into lexicon values ('hospital', '', 1, 3), ('hospital', 'metformin', 1, 1),
        ('hospital', 'nausea', 1, 1), ('hospital', 'caus', 1, 1)`.execute(old.db);
    await old.close();

    const database = await open(retrievalMigrations);
    try {
      const index = createPassageIndex({
        db: database.db,
        embedder: createHashEmbedder(),
        logProblem,
        isLongLived: false,
      });
      const access = { tenant_id: 'hospital', scopes: ['internal' as const], departments: ['cardiology'] };
      const found = await index.search(sampleQuery('metformin nausea', { access }));
      // What made it then is not known to be what would make it now.
      expect(found.degraded).toBe(`index: made by analyzer 2, not yet by ${ANALYZER_VERSION}`);
      expect(found.passages[0]).toMatchObject({
        id: 'a#0',
        heading: 'Results',
        heading_path: ['Results'],
        page: null,
        document: { role: null, topic: null, year: 2001, department: 'cardiology' },
      });
      expect((await index.search(sampleQuery('metformin nausea'))).passages).toEqual([]);
      expect(await index.count('hospital')).toEqual({ documents: 1, passages: 1 });
      expect(await index.upkeep({ signal: never() })).toBe(true);
      const again = await index.search(sampleQuery('metformin nausea', { access }));
      expect(again).toMatchObject({ degraded: null, passages: [{ id: 'a#0' }] });
    } finally {
      await database.close();
    }
  });
});

describe('upkeep', () => {
  it('leaves an index alone that is as it would be made now', async () => {
    const index = indexWith(createHashEmbedder());
    await storeNotes(index, 3);
    const before = await readGenerations(database.db);
    expect(await index.upkeep({ signal: never() })).toBe(false);
    expect(await readGenerations(database.db)).toEqual(before);
  });

  it('rebuilds an index made by an older analyzer, which answers until then and says so', async () => {
    const index = indexWith(createHashEmbedder());
    await storeNotes(index, 5);
    await sql`update index_generations set analyzer = '0'`.execute(database.db);
    // The older analyzer did not know how to split this word.
    const [live] = await readGenerations(database.db);
    await sql`update ${entriesOf(live ?? { id: 0 })} set terms = replace(terms, 'number3', 'numberthree')`.execute(
      database.db,
    );
    const before = await index.search(sampleQuery('number3'));
    expect(before.degraded).toBe(`index: made by analyzer 0, not yet by ${ANALYZER_VERSION}`);

    const seen: [number, number][] = [];
    expect(
      await index.upkeep({ signal: never(), onProgress: (done, total) => seen.push([done, total]) }),
    ).toBe(true);
    expect(seen[0]).toEqual([0, 5]);
    expect(seen.at(-1)).toEqual([5, 5]);
    const after = await index.search(sampleQuery('number3'));
    expect(after.degraded).toBeNull();
    expect(after.passages[0]?.document_id).toBe('note-3');
    expect(await index.state()).toMatchObject({ analyzer: ANALYZER_VERSION, building: null, passages: 5 });
    expect(await readGenerations(database.db)).toHaveLength(1);
  });

  it('rebuilds an index of vectors of another length; until then it is asked by words', async () => {
    await storeNotes(indexWith(createHashEmbedder()), 5);
    const index = indexWith(smallEmbedder());
    const before = await findNote(index, 2);
    expect(before.passages[0]).toMatchObject({ document_id: 'note-2', scores: { cosine: null } });
    expect(before.degraded).toBe('index: made by embedder hash-1, not yet by small-64');
    // What comes in meanwhile is found, too.
    await storeDocument(index, noteOf(9));
    expect((await findNote(index, 9)).passages[0]?.document_id).toBe('note-9');

    expect(await index.upkeep({ signal: never() })).toBe(true);
    const after = await findNote(index, 9);
    expect(after.degraded).toBeNull();
    expect(after.passages[0]?.document_id).toBe('note-9');
    expect(after.passages[0]?.scores.cosine).toBeGreaterThan(0.5);
    expect(await index.state()).toMatchObject({ embedder: 'small-64', building: null });
  });

  it('weighs terms after a rebuild as an index made anew does', async () => {
    const index = indexWith(createHashEmbedder());
    await storeNotes(index, 20);
    const before = await findNote(index, 7);
    await sql`update index_generations set analyzer = '0'`.execute(database.db);
    await index.upkeep({ signal: never() });
    expect(await findNote(index, 7)).toEqual(before);
  });

  it('answers every search and takes every change while it rebuilds', async () => {
    const old = indexWith(createHashEmbedder());
    await storeNotes(old, 120);
    const index = indexWith(smallEmbedder());
    let done = false;
    const rebuilding = index.upkeep({ signal: never() }).finally(() => {
      done = true;
    });
    let searches = 0;
    let changes = 0;
    while (!done) {
      const found = await findNote(index, 3);
      expect(found.passages.map(({ document_id }) => document_id)).toContain('note-3');
      searches += 1;
      await storeDocument(index, { ...noteOf(40), text: `Changed by number${changes} for the ward.` });
      await storeDocument(index, noteOf(1_000 + changes));
      expect(await index.removeDocument('hospital', `note-${100 + (changes % 20)}`)).toBe(changes < 20);
      changes += 1;
    }
    expect(await rebuilding).toBe(true);
    expect(searches).toBeGreaterThan(1);

    const removed = Math.min(20, changes);
    expect(await index.count('hospital')).toEqual({
      documents: 120 + changes - removed,
      passages: 120 + changes - removed,
    });
    expect(await index.state()).toMatchObject({ embedder: 'small-64', building: null });
    const changed = await index.search(sampleQuery(`changed by number${changes - 1}`));
    expect(changed.passages[0]).toMatchObject({ document_id: 'note-40' });
    expect(changed.passages[0]?.scores.cosine).not.toBeNull();
    expect((await findNote(index, 1_000 + changes - 1)).passages[0]?.document_id).toBe(
      `note-${1_000 + changes - 1}`,
    );
    expect((await findNote(index, 100)).passages.map(({ document_id }) => document_id)).not.toContain(
      'note-100',
    );
  });

  it('goes on where a stop left it', async () => {
    await storeNotes(indexWith(createHashEmbedder()), 100);
    const index = indexWith(smallEmbedder());
    const stop = new AbortController();
    const stopped = index.upkeep({
      signal: stop.signal,
      onProgress: (done) => {
        if (done > 0) stop.abort();
      },
    });
    await expect(stopped).rejects.toThrow();
    const { building } = await index.state();
    expect(building?.done).toBeGreaterThan(0);
    expect(building?.done).toBeLessThan(100);
    expect((await findNote(index, 3)).passages[0]?.document_id).toBe('note-3');

    const done: number[] = [];
    await index.upkeep({ signal: never(), onProgress: (count) => done.push(count) });
    expect(done[0]).toBe(building?.done);
    expect(await index.state()).toMatchObject({ embedder: 'small-64', building: null });
  });

  it('throws away what was half built for another embedder', async () => {
    await storeNotes(indexWith(createHashEmbedder()), 70);
    const stop = new AbortController();
    const onProgress = (done: number) => {
      if (done > 0) stop.abort();
    };
    await expect(indexWith(smallEmbedder(32)).upkeep({ signal: stop.signal, onProgress })).rejects.toThrow();
    const index = indexWith(smallEmbedder(64));
    await index.upkeep({ signal: never() });
    // Someone else may be building it yet.
    expect(await readGenerations(database.db)).toHaveLength(2);
    await sql`update index_generations set touched_at = now() - interval '11 minutes'`.execute(database.db);
    await index.upkeep({ signal: never() });
    expect((await readGenerations(database.db)).map(({ embedder, state }) => [embedder, state])).toEqual([
      ['small-64', 'live'],
    ]);
    const tables = await sql<{ name: string }>`
      select tablename as name from pg_tables where tablename like 'passage_entries_%'`.execute(database.db);
    expect(tables.rows).toHaveLength(1);
  });

  it('is not kept from embedding the rest by one text that the embedder cannot take', async () => {
    const embedder = createHashEmbedder();
    const failing: Embedder = { ...embedder, embed: () => Promise.reject(new Error('down')) };
    await storeNotes(indexWith(failing), 40);
    const picky: Embedder = {
      ...embedder,
      embed: (texts, options) =>
        texts.some((text) => text.includes('number7 ')) && options.kind === 'passage'
          ? Promise.reject(new Error('too long'))
          : embedder.embed(texts, options),
    };
    const index = indexWith(picky);
    await index.upkeep({ signal: never() });
    const cosineOf = async (i: number) => (await findNote(index, i)).passages[0]?.scores.cosine;
    expect(await cosineOf(7)).toBeNull();
    for (const i of [0, 8, 39]) expect(await cosineOf(i)).toBeGreaterThan(0.5);
  });

  it('makes the vectors of what was stored while the embedder failed', async () => {
    const embedder = createHashEmbedder();
    const failing: Embedder = { ...embedder, embed: () => Promise.reject(new Error('down')) };
    problems.length = 0;
    await storeNotes(indexWith(failing), 3);
    expect(problems).toHaveLength(3);
    const index = indexWith(embedder);
    expect((await findNote(index, 1)).passages[0]?.scores.cosine).toBeNull();
    expect(await indexWith(failing).upkeep({ signal: never() })).toBe(false);
    expect(await index.upkeep({ signal: never() })).toBe(true);
    expect((await findNote(index, 1)).passages[0]?.scores.cosine).toBeGreaterThan(0.5);
  });
});

describe('a graph of vectors', () => {
  it('is made once there are enough passages, and finds nine of ten that reading all finds, whatever the filter', async () => {
    const ROWS = sampleOrAll(2_000, 3_000);
    const random = seededRandom(7);
    const embedder = clusteredEmbedder(random);
    const exact = indexWith(embedder);
    const part = (i: number) =>
      i % 200 === 0 ? 'rare' : i % 20 === 0 ? 'some' : i % 2 === 0 ? 'half' : 'rest';
    const many = Array.from({ length: ROWS }, (_, i) => {
      const document = sampleDocument({
        id: `d${i}`,
        title: '',
        text: `passage ${randomUUID()}`,
        topic: part(i),
      });
      return { document, passages: chunkDocument(document), fingerprint: '1' };
    });
    for (let i = 0; i < ROWS; i += 500) await exact.replaceDocuments(many.slice(i, i + 500));
    await exact.upkeep({ signal: never() });
    await exact.refresh();

    const FILTERS = [null, ['half', 'some', 'rare'], ['some', 'rare'], ['rare']];
    const queries = Array.from({ length: 15 }, (_, i) => `query${i}`);
    const nearest = async (index: PassageIndex, query: string, topics: string[] | null) =>
      (await index.search(sampleQuery(query, { filters: { topics }, limit: 10 }))).passages.map(
        ({ id }) => id,
      );
    const truth = new Map<string, string[]>();
    for (const topics of FILTERS)
      for (const query of queries) truth.set(`${query} ${topics}`, await nearest(exact, query, topics));

    // Never by reading all, even where the filter leaves few.
    const graph = indexWith(embedder, { maxVectorBytes: 64_000, exactUpTo: 0 });
    expect(await graph.upkeep({ signal: never() })).toBe(true);
    expect(await graph.state()).toMatchObject({ vector_index: 'hnsw' });
    await graph.refresh();
    for (const topics of FILTERS) {
      let found = 0;
      let wanted = 0;
      for (const query of queries) {
        const expected = truth.get(`${query} ${topics}`) ?? [];
        const got = new Set(await nearest(graph, query, topics));
        wanted += expected.length;
        found += expected.filter((id) => got.has(id)).length;
      }
      expect(wanted).toBeGreaterThan(100);
      expect(found / wanted).toBeGreaterThanOrEqual(0.95);
    }
  }, 120_000);
});

/** Vectors around 30 centres, by chance: near and far ones, as texts have. Its cosines alone decide. */
function clusteredEmbedder(random: () => number): Embedder {
  const DIMENSIONS = 64;
  const direction = () => Array.from({ length: DIMENSIONS }, () => random() - 0.5);
  const centres = Array.from({ length: 30 }, direction);
  const known = new Map<string, Float32Array>();
  return {
    id: 'clustered',
    dimensions: DIMENSIONS,
    scale: { unrelated: -1, same: 1 },
    share: { en: 1, vi: 1 },
    async embed(texts) {
      return texts.map((text) => {
        const before = known.get(text);
        if (before) return before;
        const centre = centres[Math.floor(random() * centres.length)] ?? direction();
        const noise = direction();
        const vector = Float32Array.from(centre, (value, i) => value + 0.8 * (noise[i] ?? 0));
        const length = Math.hypot(...vector);
        const unit = vector.map((value) => value / length);
        known.set(text, unit);
        return unit;
      });
    },
  };
}
