import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { entriesOf, type Generation } from './generations.ts';
import { createVectorMatrix, type MatrixRow, type VectorMatrix } from './vector-matrix.ts';

/** Rows read by one statement: others wait for it. */
const PAGE = 2_000;
/** More changed documents than these are read in the background. */
const FEW_DOCUMENTS = 200;

/** What a tenant's vectors are as of. Nulls where it never had a document. */
export interface TenantStamp {
  /** Raised by every change of its documents. */
  revision: string | null;
  /** Raised when passages get vectors that were stored without. */
  vectors: string | null;
  passages: number;
}

export type TenantVectors = ReturnType<typeof createTenantVectors>;

interface InMemory {
  generationId: number;
  matrix: VectorMatrix;
  revision: bigint;
  vectors: bigint;
}

/**
 * The vectors of tenants in memory, each as of one moment. Keeps up to so many bytes of them; beyond that those of the tenant
 * that was not asked for longest go.
 */
export function createTenantVectors(options: {
  db: Kysely<unknown>;
  maxBytes: number;
  logProblem: (problem: string, error: unknown) => void;
}) {
  const { db, maxBytes, logProblem } = options;
  const held = new LRUCache<string, InMemory>({
    maxSize: maxBytes,
    sizeCalculation: ({ matrix }) => matrix.bytes(),
  });
  /** Tenants whose vectors of a generation do not fit. */
  const tooLarge = new Map<string, number>();
  const reading = new Map<string, Promise<void>>();
  const syncing = new Map<string, Promise<unknown>>();

  return {
    /**
     * All vectors as of the stamp, as the transaction sees them. Null where there are none in memory yet: they are being
     * read, and the database must be asked meanwhile.
     */
    async matrixFor(tx: Kysely<unknown>, generation: Generation, tenantId: string, stamp: TenantStamp) {
      const known = held.get(tenantId);
      if (!known || known.generationId !== generation.id) {
        held.delete(tenantId);
        readInBackground(generation, tenantId);
        return null;
      }
      // Put in anew, because a matrix grows with its tenant's documents and its size is taken once.
      held.delete(tenantId);
      held.set(tenantId, known);
      // One after the other: two searches must not change one matrix at once.
      const before = syncing.get(tenantId) ?? Promise.resolve();
      const mine = before.then(() => bringUpTo(tx, generation, tenantId, known, stamp));
      // The next one waits for this one's end, whichever it is.
      syncing.set(tenantId, Promise.allSettled([mine]));
      return mine;
    },
    /** Gives the memory back. */
    forget: () => held.clear(),
    /** Waits until nothing is being read. */
    settled: async () => void (await Promise.all(reading.values())),
  };

  async function bringUpTo(
    tx: Kysely<unknown>,
    generation: Generation,
    tenantId: string,
    known: InMemory,
    stamp: TenantStamp,
  ): Promise<VectorMatrix | null> {
    const { matrix } = known;
    const wanted = BigInt(stamp.revision ?? 0);
    // This search began before a change that another has already taken in.
    if (wanted < known.revision || BigInt(stamp.vectors ?? 0) < known.vectors) return null;
    if (BigInt(stamp.vectors ?? 0) > known.vectors) {
      readInBackground(generation, tenantId);
      return null;
    }
    if (wanted > known.revision) {
      const changed = await sql<{ id: string }>`
        select id from documents where tenant_id = ${tenantId} and revision > ${known.revision.toString()}::bigint
        limit ${FEW_DOCUMENTS + 1}`.execute(tx);
      if (changed.rows.length > FEW_DOCUMENTS) {
        readInBackground(generation, tenantId);
        return null;
      }
      const ids = changed.rows.map(({ id }) => id);
      putAll(matrix, await readEntries(tx, generation, tenantId, { documents: ids }), ids);
      known.revision = wanted;
    }
    if (matrix.size() !== stamp.passages) await dropRemoved(tx, tenantId, matrix);
    if (matrix.size() === stamp.passages) return matrix;
    readInBackground(generation, tenantId);
    return null;
  }

  function readInBackground(generation: Generation, tenantId: string): void {
    if (reading.has(tenantId) || tooLarge.get(tenantId) === generation.id) return;
    const read = readAll(generation, tenantId)
      .catch((error: unknown) => logProblem('vectors could not be read into memory', error))
      .finally(() => reading.delete(tenantId));
    reading.set(tenantId, read);
  }

  /** Page by page; what changes meanwhile has a newer revision than the one noted first, and is read again. */
  async function readAll(generation: Generation, tenantId: string): Promise<void> {
    const stamp = await sql<{ revision: string; vectors: string }>`
      select revision::text as revision, vectors::text as vectors from tenant_revisions
      where tenant_id = ${tenantId}`.execute(db);
    const matrix = createVectorMatrix(generation.dimensions);
    let after = { document_id: '', passage_id: '' };
    let waiting: EntryCode[] = [];
    for (;;) {
      const page = await readEntries(db, generation, tenantId, { after });
      const last = page.at(-1);
      waiting.push(...page);
      if (!last || page.length < PAGE) break;
      // The last document may go on in the next page.
      putAll(
        matrix,
        waiting.filter(({ document_id }) => document_id !== last.document_id),
      );
      waiting = waiting.filter(({ document_id }) => document_id === last.document_id);
      after = last;
      if (matrix.bytes() > maxBytes) {
        tooLarge.set(tenantId, generation.id);
        return;
      }
    }
    putAll(matrix, waiting);
    held.set(tenantId, {
      generationId: generation.id,
      matrix,
      revision: BigInt(stamp.rows[0]?.revision ?? 0),
      vectors: BigInt(stamp.rows[0]?.vectors ?? 0),
    });
  }
}

interface EntryCode extends Omit<MatrixRow, 'code'> {
  document_id: string;
  code: Buffer | null;
}

/** All entries of some documents, or the next page of a tenant's. */
async function readEntries(
  db: Kysely<unknown>,
  generation: Generation,
  tenantId: string,
  which: { documents: readonly string[] } | { after: { document_id: string; passage_id: string } },
): Promise<EntryCode[]> {
  const [condition, limit] =
    'documents' in which
      ? [sql`document_id = any(${which.documents})`, sql``]
      : [
          sql`(document_id, passage_id) > (${which.after.document_id}, ${which.after.passage_id})`,
          sql`limit ${PAGE}`,
        ];
  const found = await sql<EntryCode>`
    select document_id, passage_id, revision::text as revision, facet_id, code from ${entriesOf(generation)}
    where tenant_id = ${tenantId} and ${condition} order by document_id, passage_id ${limit}`.execute(db);
  return found.rows;
}

/** The entries of each document in place of those it had; a document of `ids` without entries has none any more. */
function putAll(matrix: VectorMatrix, entries: readonly EntryCode[], ids: readonly string[] = []): void {
  const byDocument = new Map<string, MatrixRow[]>(ids.map((id) => [id, []]));
  for (const { document_id, code, ...entry } of entries) {
    const rows = byDocument.get(document_id) ?? [];
    rows.push({ ...entry, code: code && new Int8Array(code.buffer, code.byteOffset, code.length) });
    byDocument.set(document_id, rows);
  }
  for (const [id, rows] of byDocument) matrix.put(id, rows);
}

async function dropRemoved(tx: Kysely<unknown>, tenantId: string, matrix: VectorMatrix): Promise<void> {
  const found = await sql<{ id: string }>`select id from documents where tenant_id = ${tenantId}`.execute(tx);
  const there = new Set(found.rows.map(({ id }) => id));
  for (const id of matrix.documents()) if (!there.has(id)) matrix.drop(id);
}
