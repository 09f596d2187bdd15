import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../records/testing/test-database.ts';
import { createHashEmbedder } from '../../models/hash-embedder.ts';
import { passageIndexContract } from '../../passage-index.contract.ts';
import { storeDocument } from '../../testing/sample-documents.ts';
import { lexiconOf, readGenerations } from './generations.ts';
import { createPassageIndex } from './postgres-passages.ts';
import { lexiconBySourceMigration, retrievalMigrations } from './retrieval-migrations.ts';

const logProblem = () => undefined;
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(retrievalMigrations);
  const embedder = createHashEmbedder();
  const index = createPassageIndex({ db: database.db, embedder, logProblem, isLongLived: false });
  await index.upkeep({ signal: new AbortController().signal });
});
afterAll(() => database.close());

passageIndexContract('embedded PostgreSQL', async () => ({
  embedder: createHashEmbedder(),
  index: (embedder) => createPassageIndex({ db: database.db, embedder, logProblem, isLongLived: false }),
  close: async () => undefined,
}));

passageIndexContract('embedded PostgreSQL, vectors in memory', async () => ({
  embedder: createHashEmbedder(),
  index: (embedder) =>
    createPassageIndex({ db: database.db, embedder, logProblem, isLongLived: true, exactUpTo: 0 }),
  close: async () => undefined,
}));

describe('the lexicon', () => {
  it('counts what is stored, also after passages without a single term came and went', async () => {
    const index = createPassageIndex({
      db: database.db,
      embedder: createHashEmbedder(),
      logProblem,
      isLongLived: false,
    });
    const tenant_id = 'counted';
    const [live] = await readGenerations(database.db);
    const total = async () =>
      (
        await sql<{ passages: number; occurrences: string }>`
          select passages, occurrences from ${lexiconOf(live ?? { id: 0 })}
          where tenant_id = ${tenant_id} and term = ''`.execute(database.db)
      ).rows;
    await storeDocument(index, { tenant_id, id: 'a', title: 'Metformin', text: 'Metformin causes nausea.' });
    const before = await total();
    for (const text of ['— * —', '*** — ***'])
      await storeDocument(index, { tenant_id, id: 'b', title: '???', text });
    await index.removeDocument(tenant_id, 'b');
    expect(await total()).toEqual(before);
    expect(before).toEqual([{ passages: 1, occurrences: '4' }]);
  });

  it('counts each kind of source by itself: other kinds do not change what a word tells', async () => {
    const index = createPassageIndex({
      db: database.db,
      embedder: createHashEmbedder(),
      logProblem,
      isLongLived: false,
    });
    const tenant_id = 'kinds';
    const zebra = async () => {
      const { terms } = await index.search({
        query: 'zebra stripes',
        expansions: [],
        language: 'en',
        access: { tenant_id, scopes: ['public'], departments: [] },
        filters: { source_types: ['pubmed'] },
        limit: 5,
        signal: new AbortController().signal,
      });
      return terms;
    };
    await storeDocument(index, { tenant_id, id: 'a', text: 'The zebra has stripes.' });
    await storeDocument(index, { tenant_id, id: 'b', text: 'Nothing of the kind here.' });
    const before = await zebra();
    for (const id of ['c', 'd', 'e'])
      await storeDocument(index, { tenant_id, id, source_type: 'qa', text: `The zebra of ${id}.` });
    expect(before).toHaveLength(2);
    expect(await zebra()).toEqual(before);
  });

  it('is counted anew, kind by kind, where it was counted together', async () => {
    const [live] = await readGenerations(database.db);
    const table = lexiconOf(live ?? { id: 0 });
    const lexicon = async () =>
      (
        await sql`select * from ${table} where passages > 0 order by tenant_id, term, source_type`.execute(
          database.db,
        )
      ).rows;
    const before = await lexicon();
    await sql`alter table ${table} drop column source_type`.execute(database.db);
    await database.db.transaction().execute((transaction) => lexiconBySourceMigration.up(transaction));
    expect(before.length).toBeGreaterThan(10);
    expect(await lexicon()).toEqual(before);
  });

  it('holds no row of a term that no passage has', async () => {
    const index = createPassageIndex({
      db: database.db,
      embedder: createHashEmbedder(),
      logProblem,
      isLongLived: false,
    });
    const [live] = await readGenerations(database.db);
    const table = lexiconOf(live ?? { id: 0 });
    const lexicon = async () =>
      (await sql`select * from ${table} where passages > 0 order by tenant_id, term`.execute(database.db))
        .rows;
    const before = await lexicon();
    await storeDocument(index, { tenant_id: 'lexicon', text: 'Uniqueword and otherword, uniqueword again.' });
    expect(await lexicon()).toContainEqual({
      tenant_id: 'lexicon',
      term: 'uniqueword',
      source_type: 'pubmed',
      passages: 1,
      occurrences: '2',
    });
    await storeDocument(index, { tenant_id: 'lexicon', text: 'Thirdword alone.' });
    expect(await lexicon()).not.toContainEqual(expect.objectContaining({ term: 'uniqueword' }));
    await index.removeDocument('lexicon', 'sample');
    expect(await lexicon()).toEqual(before);
  });
});
