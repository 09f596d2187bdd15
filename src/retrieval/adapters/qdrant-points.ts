import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { QdrantPoint } from './qdrant-client.ts';
import type { EntryKey, NewEntry } from './search-engine.ts';
import { sparsePassage } from './sparse-terms.ts';

/** The names of a point's two vectors. */
export const DENSE = 'dense';
export const TERMS = 'terms';

/** What of a point's payload Galen reads back. */
export const PointPayload = z.object({
  tenant_id: z.string(),
  passage_id: z.string(),
  document_id: z.string(),
  revision: z.string(),
});

export function toPoint({
  tenant_id,
  passage_id,
  document_id,
  revision,
  facet,
  terms,
  vector,
}: NewEntry): QdrantPoint {
  return {
    id: pointId({ tenant_id, passage_id, revision }),
    vector: { [TERMS]: sparsePassage(terms), ...denseVector(vector) },
    payload: { ...facet, passage_id, document_id, revision, awaits_vector: vector === null },
  };
}

/** A passage of words too short to embed has no direction, and is stored without one. */
export function denseVector(vector: Float32Array | null): { [DENSE]?: number[] } {
  return vector?.some((value) => value !== 0) ? { [DENSE]: Array.from(vector) } : {};
}

/** The same for the same passage in the same revision, so that storing it twice stores it once. */
export function pointId({ tenant_id, passage_id, revision }: EntryKey): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([tenant_id, passage_id, revision]))
    .digest('hex');
  // Version 8: a UUID of one's own making.
  const parts = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ];
  return parts.join('-');
}
