import { type Kysely, sql } from 'kysely';
import type { Access } from '../../../domain/access.ts';
import type { PassageFilters, PassageIndex, TopicCount } from '../../passage-index.port.ts';
import {
  listDocuments,
  readable,
  readDocument,
  readFingerprints,
  readNeighbours,
  readSuccessors,
  readVersion,
} from './document-rows.ts';
import { bm25IndexOf, entriesOf, lexiconOf, matching, readGenerations } from './generations.ts';
import { readIndexState, rebuildIndex } from './rebuild-index.ts';
import { removeDocument, replaceDocuments } from './replace-documents.ts';
import type { IndexParts } from './search-engine.ts';
import { searchPassages } from './search-passages.ts';

/** Documents and passages in PostgreSQL, found by whichever engine. */
export function createPassageIndexOn(parts: IndexParts): PassageIndex {
  const { db } = parts;
  return {
    search: (query) => searchPassages(parts, query),
    replaceDocument: (document, passages, fingerprint) =>
      mendingWordIndex(parts, () => replaceDocuments(parts, [{ document, passages, fingerprint }])),
    replaceDocuments: (many) => mendingWordIndex(parts, () => replaceDocuments(parts, many)),
    removeDocument: (tenantId, documentId) => removeDocument(parts, tenantId, documentId),
    getDocument: (access, documentId) => readDocument(db, access, documentId),
    successors: (access, documentIds) => readSuccessors(db, access, documentIds),
    neighbours: (access, passageIds, reach) => readNeighbours(db, access, passageIds, reach),
    list: (access, options) => listDocuments(db, access, options),
    topics: (access, filters) => readTopics(db, access, filters),
    fingerprints: (tenantId, collection, idPrefix = '') =>
      readFingerprints(db, tenantId, collection, idPrefix),
    version: (access, collections) => readVersion(db, access, collections),
    upkeep: (options) => mendingWordIndex(parts, () => rebuildIndex(parts, options)),
    state: () => readIndexState(db),

    refresh: () => mendingWordIndex(parts, () => vacuum(db)),

    async count(tenantId) {
      const found = await sql<{ documents: number; passages: number }>`
        select (select count(*)::int from documents where tenant_id = ${tenantId}) as documents,
               (select coalesce(sum(passages), 0)::int from facets where tenant_id = ${tenantId}) as passages`.execute(
        db,
      );
      return found.rows[0] ?? { documents: 0, passages: 0 };
    },
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

/** The topics of what access and filters leave: from the counts, so that no passage is read. */
async function readTopics(
  db: Kysely<unknown>,
  access: Access,
  filters: PassageFilters,
): Promise<TopicCount[]> {
  const found = await sql<TopicCount>`
    select topic, sub_topic, sum(passages)::int as passages
    from facets where topic is not null and ${readable(access)} and ${matching(filters)}
    group by topic, sub_topic
    order by topic collate "C", sub_topic collate "C" nulls first`.execute(db);
  return found.rows;
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
    if (!isInternalError(error)) throw error;
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

function isInternalError(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    INTERNAL_ERROR.test(error.code)
  );
}
