import type { Generation } from '../postgres/generations.ts';
import type { EntryKey } from '../postgres/search-engine.ts';
import { fieldIs, type QdrantFilter } from './qdrant-filter.ts';
import { PointPayload } from './qdrant-points.ts';
import type { QdrantServer } from './qdrant-server.ts';

/** Every point, or those of the filter, so many at a time. */
export async function* scrollQdrantPoints(
  server: QdrantServer,
  generation: Generation,
  request: { limit: number; filter?: QdrantFilter },
): AsyncGenerator<EntryKey[]> {
  const collection = server.collectionOf(generation);
  const with_payload = Object.keys(PointPayload.shape);
  let next: { offset?: string | number } = {};
  for (;;) {
    const page = await server.ask((client) =>
      client.scroll(collection, { ...request, ...next, with_payload }),
    );
    yield page.points.map(({ payload }) => PointPayload.parse(payload));
    const offset = page.next_page_offset;
    if (typeof offset !== 'string' && typeof offset !== 'number') return;
    next = { offset };
  }
}

const AWAITS_VECTOR: QdrantFilter = { must: [fieldIs('awaits_vector', true)] };

/** Those that were put without a vector. */
export function waitingQdrantPoints(
  server: QdrantServer,
  generation: Generation,
  limit: number,
): AsyncGenerator<EntryKey[]> {
  return scrollQdrantPoints(server, generation, { limit, filter: AWAITS_VECTOR });
}

export async function countWaitingQdrantPoints(
  server: QdrantServer,
  generation: Generation,
): Promise<number> {
  const collection = server.collectionOf(generation);
  const { count } = await server.ask((client) =>
    client.count(collection, { filter: AWAITS_VECTOR, exact: true }),
  );
  return count;
}
