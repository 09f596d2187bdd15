import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../records/testing/test-database.ts';
import { createHashEmbedder } from '../../models/hash-embedder.ts';
import type { PassageIndex } from '../../passage-index.port.ts';
import { sampleQuery, storeDocument } from '../../testing/sample-documents.ts';
import { mendingWordIndex } from './create-passage-index.ts';
import { entriesOf, readGenerations } from './generations.ts';
import { createPassageIndex } from './postgres-passages.ts';
import { retrievalMigrations } from './retrieval-migrations.ts';

/** After so many texts of so many words, each in the place of the one before, a merged segment cannot be read. */
const TEXTS = 60;
const WORDS = 30;

let database: TestDatabase;
let index: PassageIndex;
let entries: ReturnType<typeof entriesOf>;
const problems: unknown[] = [];
const logProblem = (_problem: string, error: unknown) => problems.push(error);

beforeAll(async () => {
  database = await openTestDatabase(retrievalMigrations);
  const { db } = database;
  index = createPassageIndex({ db, embedder: createHashEmbedder(), logProblem, isLongLived: false });
  await index.upkeep({ signal: new AbortController().signal });
  const [live] = await readGenerations(db);
  if (!live) throw new Error('there is no index');
  entries = entriesOf(live);
});
afterAll(() => database.close());

/** Puts a text of words that no other has in the place of the one before. */
async function replaceText(i: number): Promise<void> {
  const { db } = database;
  const terms = Array.from({ length: WORDS }, (_, word) => `w${i}x${word}`).join(' ');
  await sql`delete from ${entries}`.execute(db);
  await sql`
    insert into ${entries} (tenant_id, passage_id, document_id, revision, facet_id, terms)
    values ('other', ${String(i)}, 'other', 1, 0, ${terms})`.execute(db);
}

describe('an index of words that the database cannot read any more', () => {
  it('is built anew, and searched as before', async () => {
    for (let i = 0; i < TEXTS; i += 1) {
      await replaceText(i);
      await index.refresh();
    }
    // Without the fault this test would show nothing.
    expect(problems).toEqual([
      expect.objectContaining({ code: 'XX000', message: expect.stringContaining('Invalid logical page') }),
    ]);

    await storeDocument(index, { id: 'a', text: 'Metformin causes nausea.' });
    await index.refresh();
    const { passages, degraded } = await index.search(sampleQuery('metformin nausea'));
    expect(passages.map(({ document_id }) => document_id)).toEqual(['a']);
    expect(degraded).toBeNull();
    expect(problems).toHaveLength(1);
  });

  it('is not what other errors are taken for', async () => {
    const { db } = database;
    const told: string[] = [];
    const failing = mendingWordIndex({ db, logProblem: (problem) => told.push(problem) }, async () => {
      await sql`select * from nowhere`.execute(db);
    });
    await expect(failing).rejects.toMatchObject({ code: '42P01' });
    expect(told).toEqual([]);
  });

  it('is built anew once: what fails again is told', async () => {
    let tries = 0;
    const failing = mendingWordIndex({ db: database.db, logProblem: () => undefined }, async () => {
      tries += 1;
      throw Object.assign(new Error('broken'), { code: 'XX002' });
    });
    await expect(failing).rejects.toThrow('broken');
    expect(tries).toBe(2);
  });
});
