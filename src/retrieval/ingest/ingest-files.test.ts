import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { accessOf, type Principal } from '../../domain/access.ts';
import { IngestSettings } from '../../domain/ingest-job.ts';
import { openTestDatabase, type TestDatabase } from '../../records/testing/test-database.ts';
import { createHashEmbedder } from '../models/hash-embedder.ts';
import type { PassageIndex } from '../passage-index.port.ts';
import { createPassageIndex } from '../stores/postgres/postgres-passages.ts';
import { retrievalMigrations } from '../stores/postgres/retrieval-migrations.ts';
import { ingestFiles } from './ingest-files.ts';
import type { ParsedFile } from './parsed-document.ts';
import * as reading from './read-file.ts';

let database: TestDatabase;
let index: PassageIndex;
let principal: Principal;
beforeAll(async () => {
  database = await openTestDatabase(retrievalMigrations);
  index = createPassageIndex({
    db: database.db,
    embedder: createHashEmbedder(),
    logProblem: () => undefined,
    isLongLived: false,
  });
});
afterAll(() => database.close());
beforeEach(() => {
  principal = person({ departments: ['hr'] });
});

function person(part: Partial<Principal> = {}): Principal {
  const scopes: Principal['scopes'] = ['public', 'internal'];
  return {
    user_id: 'u',
    tenant_id: randomUUID(),
    audience: 'staff',
    role: '',
    scopes,
    departments: [],
    ...part,
  };
}

const SETTINGS = IngestSettings.parse({ collection: 'c', scope: 'internal', department: 'hr' });
const parsed = (key: string, text: string) => ({
  key,
  text,
  title: `Title ${key}`,
  pages: null,
  number: null,
  language: null,
  journal: null,
  year: null,
  pmid: null,
  url: null,
  reference: null,
  evidence_level: null,
  source_type: null,
  demuc: null,
  chu_de_con: null,
});

/** Ingests a file that holds these documents, whatever its format. */
async function ingest(
  documents: ParsedFile['documents'],
  { settings = SETTINGS, by = principal, maxCharacters = 900, year = 2026, name = 'f.md' } = {},
) {
  const read = vi.spyOn(reading, 'readFile').mockResolvedValue({ documents, skipped: [] });
  try {
    const [result] = await ingestFiles([{ name, bytes: new Uint8Array() }], {
      settings,
      principal: by,
      index,
      chunking: { maxCharacters },
      detectLanguage: (text) => (text.includes('đ') ? 'vi' : 'en'),
      clock: () => Date.UTC(year, 5, 1),
    });
    if (!result || 'error' in result) throw result?.error;
    return result.outcome;
  } finally {
    read.mockRestore();
  }
}

const stored = async () => {
  const documents = await index.list(accessOf(principal), { limit: 100 });
  const texts = await Promise.all(
    documents.map(async ({ id }) => (await index.getDocument(accessOf(principal), id))?.text ?? ''),
  );
  return texts.sort();
};

describe('ingestFiles', () => {
  it('stores each document with its settings, and a default for what nobody said', async () => {
    expect(await ingest([parsed('a', 'Aspirin text.'), parsed('b', 'Thuốc điều trị.')])).toMatchObject({
      loaded: 2,
      unchanged: 0,
      removed: 0,
    });
    const documents = await index.list(accessOf(principal), { limit: 10 });
    expect(documents).toHaveLength(2);
    expect(documents).toContainEqual(
      expect.objectContaining({
        title: 'Title b',
        collection: 'c',
        scope: 'internal',
        department: 'hr',
        language: 'vi',
        source_type: 'upload',
        evidence_level: 'expert_opinion',
        year: null,
        passages: 1,
      }),
    );
  });

  it('keeps the year that a document tells, and makes none up', async () => {
    await ingest([{ ...parsed('a', 'Dated.'), year: 2011 }, parsed('b', 'Undated.')]);
    const documents = await index.list(accessOf(principal), { limit: 10 });
    expect(documents.map(({ title, year }) => [title, year]).sort()).toEqual([
      ['Title a', 2011],
      ['Title b', null],
    ]);
  });

  it('changes nothing the second time, not even in another year', async () => {
    await ingest([parsed('a', 'One.'), parsed('b', 'Two.')]);
    const before = await index.list(accessOf(principal), { limit: 10 });
    expect(await ingest([parsed('a', 'One.'), parsed('b', 'Two.')], { year: 2027 })).toMatchObject({
      loaded: 0,
      unchanged: 2,
    });
    expect(await index.list(accessOf(principal), { limit: 10 })).toEqual(before);
  });

  it('replaces what changed, removes what vanished, and leaves other files alone', async () => {
    await ingest([parsed('x', 'Of another file.')], { name: 'other.md' });
    await ingest([parsed('a', 'One.'), parsed('b', 'Two.'), parsed('c', 'Three.')]);
    expect(await ingest([parsed('a', 'One.'), parsed('b', 'Second.')])).toMatchObject({
      loaded: 1,
      unchanged: 1,
      removed: 1,
    });
    expect(await stored()).toEqual(['Of another file.', 'One.', 'Second.']);
    expect(await index.count(principal.tenant_id)).toEqual({ documents: 3, passages: 3 });
  });

  it('loads anew for other settings or passages of another size', async () => {
    await ingest([parsed('a', 'One.')]);
    expect(await ingest([parsed('a', 'One.')], { maxCharacters: 400 })).toMatchObject({ loaded: 1 });
    const settings = { ...SETTINGS, source_type: 'policy' };
    expect(await ingest([parsed('a', 'One.')], { settings, maxCharacters: 400 })).toMatchObject({
      loaded: 1,
    });
    expect((await index.list(accessOf(principal), { limit: 9 })).map((d) => d.source_type)).toEqual([
      'policy',
    ]);
  });

  it('never replaces or removes what its adder may not write', async () => {
    await ingest([parsed('a', 'Of HR.')]);
    const by = { ...principal, departments: ['it'] };
    const settings = { ...SETTINGS, department: 'it' };
    await expect(ingest([parsed('a', 'Of IT.')], { by, settings })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await stored()).toEqual(['Of HR.']);
  });

  it('refuses a file without documents and keeps what it held', async () => {
    await ingest([parsed('a', 'One.')]);
    await expect(ingest([])).rejects.toMatchObject({ code: 'KNOWLEDGE_UNREADABLE' });
    expect(await stored()).toEqual(['One.']);
  });

  it('takes the first of two documents with one key and reports the other', async () => {
    const outcome = await ingest([parsed('a', 'One.'), parsed('a', 'Two.')]);
    expect(outcome).toMatchObject({ loaded: 1, skipped: [{ place: 'Title a' }] });
    expect(await stored()).toEqual(['One.']);
  });
});
