import { type Kysely, sql } from 'kysely';
import type { DocumentSummary, KnowledgeDocument } from '../../domain/passage.ts';
import type { Embedder } from '../embedder.port.ts';
import type { PassageIndex, StoredDocument } from '../passage-index.port.ts';
import { readable } from './readable.ts';
import { searchPassages } from './search-passages.ts';
import { deletePassages, type EmbeddedPassage, insertPassages, storeDocuments } from './store-passages.ts';

/** Passages in PostgreSQL: BM25 by pg_textsearch and cosine by pgvector, access and filters in the same statement. */
export function createPassageIndex({
  db,
  embedder,
}: {
  db: Kysely<unknown>;
  embedder: Embedder;
}): PassageIndex {
  return {
    search: (query) => searchPassages(db, embedder, query),

    replaceDocument: (document, passages, fingerprint) =>
      replaceAll(db, embedder, [{ document, passages, fingerprint }]),

    replaceDocuments: (many) => replaceAll(db, embedder, many),

    async removeDocument(tenantId, documentId) {
      return db.transaction().execute(async (tx) => {
        await sql`
          select from documents where tenant_id = ${tenantId} and id = ${documentId} for update`.execute(tx);
        await deletePassages(tx, tenantId, [documentId]);
        const removed =
          await sql`delete from documents where tenant_id = ${tenantId} and id = ${documentId}`.execute(tx);
        return (removed.numAffectedRows ?? 0n) > 0n;
      });
    },

    async refresh() {
      // The embedded database has no autovacuum: without statistics it would score every row instead of asking the index.
      await sql`analyze documents, passages, lexicon`.execute(db);
    },

    async getDocument(access, documentId) {
      const found = await sql<Omit<KnowledgeDocument, 'created_at'> & { created_at: Date }>`
        select tenant_id, id, collection, title, text, language, source_type, evidence_level, journal, year, url,
               pmid, reference, scope, department, created_at
        from documents where id = ${documentId} and ${readable(access)}`.execute(db);
      const row = found.rows[0];
      return row ? { ...row, created_at: row.created_at.toISOString() } : null;
    },

    async list(access, { limit, before }) {
      const older =
        before === undefined
          ? sql`true`
          : sql`(created_at, id collate "C") < (select created_at, id collate "C" from documents
                                    where id = ${before} and ${readable(access)})`;
      const found = await sql<Omit<DocumentSummary, 'created_at'> & { created_at: Date }>`
        with page as (
          select tenant_id, id, title, collection, scope, department, language, source_type, evidence_level, year,
                 created_at
          from documents where ${readable(access)} and ${older}
          order by created_at desc, id collate "C" desc limit ${limit})
        select id, title, collection, scope, department, language, source_type, evidence_level, year, created_at,
               (select count(*)::int from passages
                where passages.tenant_id = page.tenant_id and document_id = page.id) as passages
        from page order by created_at desc, id collate "C" desc`.execute(db);
      return found.rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
    },

    async fingerprints(tenantId, collection, idPrefix = '') {
      const found = await sql<{ id: string; fingerprint: string }>`
        select id, fingerprint from documents
        where tenant_id = ${tenantId} and collection = ${collection} and starts_with(id, ${idPrefix})`.execute(
        db,
      );
      return new Map(found.rows.map((row) => [row.id, row.fingerprint]));
    },

    async count(tenantId) {
      const found = await sql<{ documents: number; passages: number }>`
        select (select count(*)::int from documents where tenant_id = ${tenantId}) as documents,
               (select count(*)::int from passages where tenant_id = ${tenantId}) as passages`.execute(db);
      return found.rows[0] ?? { documents: 0, passages: 0 };
    },
  };
}

async function replaceAll(
  db: Kysely<unknown>,
  embedder: Embedder,
  many: readonly StoredDocument[],
): Promise<void> {
  const vectors = await embedder.embed(
    many.flatMap(({ document, passages }) => passages.map(({ text }) => `${document.title}\n${text}`)),
    // A remote embedder times each of its batches itself.
    { kind: 'passage', signal: AbortSignal.timeout(600_000) },
  );
  const tenants = [...new Set(many.map(({ document }) => document.tenant_id))].sort();
  await db.transaction().execute(async (tx) => {
    // First, because it locks the documents: of two who replace one at once, one waits for the other.
    await storeDocuments(tx, many);
    for (const tenantId of tenants) {
      const ids = many.flatMap(({ document }) => (document.tenant_id === tenantId ? [document.id] : []));
      await deletePassages(tx, tenantId, ids);
    }
    const stored = withVectors(many, vectors);
    for (const tenantId of tenants) {
      await insertPassages(
        tx,
        tenantId,
        stored.filter(({ document }) => document.tenant_id === tenantId),
      );
    }
  });
}

function withVectors(many: readonly StoredDocument[], vectors: readonly Float32Array[]): EmbeddedPassage[] {
  return many
    .flatMap(({ document, passages }) => passages.map((passage) => ({ document, passage })))
    .map((entry, i) => ({ ...entry, vector: vectors[i] ?? new Float32Array() }));
}
