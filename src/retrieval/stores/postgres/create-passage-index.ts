import { type Kysely, sql } from 'kysely';
import { codeOf, GalenError } from '../../../domain/errors.ts';
import type { PassageIndex } from '../../passage-index.port.ts';
import { createDocumentReader } from './document-rows.ts';
import { bm25IndexOf, entriesOf, lexiconOf, readGenerations } from './generations.ts';
import { readIndexState, rebuildIndex } from './rebuild-index.ts';
import { removeDocument, replaceDocuments } from './replace-documents.ts';
import type { IndexParts } from './search-engine.ts';
import { searchPassages } from './search-passages.ts';

/** Documents and passages in PostgreSQL, found by whichever engine. */
export function createPassageIndexOn(parts: IndexParts): PassageIndex {
  const { db } = parts;
  return {
    ...createDocumentReader(db),
    search: (query) => searchPassages(parts, query),
    replaceDocuments: (many) => mendingWordIndex(parts, () => replaceDocuments(parts, many)),
    removeDocument: (tenantId, documentId) => removeDocument(parts, tenantId, documentId),
    upkeep: (options) => mendingWordIndex(parts, () => rebuildIndex(parts, options)),
    state: () => readIndexState(db),
    refresh: () => mendingWordIndex(parts, () => vacuum(db)),
  };
}

/**
 * The embedded database has no autovacuum: without statistics it would score every row instead of asking the index, and
 * read every version of a count there ever was.
 */
async function vacuum(db: Kysely<unknown>): Promise<void> {
  await sql`vacuum (analyze) documents, passages, facets`.execute(db);
  for (const generation of await readGenerations(db)) {
    await sql`vacuum (analyze) ${entriesOf(generation)}, ${lexiconOf(generation)}`.execute(db);
  }
}

/** SQLSTATE class XX: the database found its own structures inconsistent. */
const INTERNAL_ERROR = /^XX/u;

/**
 * Does the work; if an index cannot be read, builds the indexes of words anew from their tables and does it once more.
 * After many deletions pg_textsearch can write a segment that it cannot read any more. From then on every vacuum fails,
 * and so does an insert that merges segments; only a reindex helps (github.com/timescale/pg_textsearch/issues/430 is alike).
 */
export async function mendingWordIndex<Result>(
  { db, logProblem }: Pick<IndexParts, 'db' | 'logProblem'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const said = error instanceof GalenError ? error.cause : error;
    if (!INTERNAL_ERROR.test(codeOf(said) ?? '')) throw error;
    logProblem('an index could not be read; the indexes of words are built anew', error);
    await rebuildWordIndexes(db);
    return work();
  }
}

async function rebuildWordIndexes(db: Kysely<unknown>): Promise<void> {
  for (const generation of await readGenerations(db)) {
    const index = bm25IndexOf(generation);
    const found = await sql<{ exists: boolean }>`
      select to_regclass(${index}) is not null as exists`.execute(db);
    // Not every engine has one.
    if (found.rows[0]?.exists) await sql`reindex index ${sql.id(index)}`.execute(db);
  }
}
