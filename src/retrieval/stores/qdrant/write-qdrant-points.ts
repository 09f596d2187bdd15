import type { Generation } from '../postgres/generations.ts';
import type { EntryKey, NewEntry } from '../postgres/search-engine.ts';
import { fieldAmong, fieldIs } from './qdrant-filter.ts';
import { denseVector, pointId, toPoint } from './qdrant-points.ts';
import type { QdrantServer } from './qdrant-server.ts';

/** Far below the 32 MB that a server takes in one request, vectors of 4,096 numbers included. */
const BATCH = 100;

/** Returns when all of them can be found. */
export async function putQdrantPoints(
  server: QdrantServer,
  generation: Generation,
  entries: readonly NewEntry[],
): Promise<void> {
  const collection = server.collectionOf(generation);
  for (let i = 0; i < entries.length; i += BATCH) {
    const points = entries.slice(i, i + BATCH).map(toPoint);
    await server.ask((client) => client.upsert(collection, { points }));
  }
}

export async function addQdrantVectors(
  server: QdrantServer,
  generation: Generation,
  vectors: readonly (EntryKey & { vector: Float32Array })[],
): Promise<void> {
  const collection = server.collectionOf(generation);
  const points = vectors.map(({ vector, ...key }) => ({ id: pointId(key), vector: denseVector(vector) }));
  const directed = points.filter(({ vector }) => Object.keys(vector).length > 0);
  if (directed.length > 0) {
    await server.ask((client) => client.updateVectors(collection, { points: directed }));
  }
  // Only now: a stop before this leaves them waiting, and they are embedded once more.
  const ids = points.map(({ id }) => id);
  await server.ask((client) =>
    client.setPayload(collection, { payload: { awaits_vector: false }, points: ids }),
  );
}

/** Takes away the points of these documents, but for those of the revisions given. */
export async function deleteQdrantPoints(
  server: QdrantServer,
  generation: Generation,
  documents: readonly { tenant_id: string; document_id: string; revision: string | null }[],
): Promise<void> {
  const collection = server.collectionOf(generation);
  for (const tenantId of new Set(documents.map(({ tenant_id }) => tenant_id))) {
    const own = documents.filter(({ tenant_id }) => tenant_id === tenantId);
    for (let i = 0; i < own.length; i += BATCH) {
      const some = own.slice(i, i + BATCH);
      // No two documents ever have the same revision.
      const kept = some.flatMap(({ revision }) => (revision === null ? [] : [revision]));
      const ids = some.map(({ document_id }) => document_id);
      const filter = {
        must: [fieldIs('tenant_id', tenantId), fieldAmong('document_id', ids)],
        must_not: kept.length === 0 ? [] : [fieldAmong('revision', kept)],
      };
      await server.ask((client) => client.delete(collection, { filter }));
    }
  }
}
