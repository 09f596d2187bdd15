import { type Kysely, sql } from 'kysely';
import { entriesOf, type Generation } from '../postgres/generations.ts';
import type { EntryKey } from '../postgres/search-engine.ts';
import { pointId } from './qdrant-points.ts';
import type { QdrantServer } from './qdrant-server.ts';
import { scrollQdrantPoints } from './scroll-qdrant-points.ts';

const BATCH = 1_000;

/** Takes away points that no entry stands for; false when there are fewer points than entries. */
export async function tidyQdrantPoints(
  server: QdrantServer,
  db: Kysely<unknown>,
  generation: Generation,
): Promise<boolean> {
  // Counted without a lock first: mostly there is nothing to do, and nobody has to wait for it.
  const seen = await count(server, db, generation);
  if (seen.points === seen.entries) return true;
  const { points, entries, revision } = await takeStock(server, db, generation);
  if (points < entries) return false;
  const collection = server.collectionOf(generation);
  for await (const keys of scrollQdrantPoints(server, generation, { limit: BATCH })) {
    const leftover = await withoutEntry(db, generation, keys, revision);
    if (leftover.length === 0) continue;
    const ids = leftover.map(pointId);
    await server.ask((client) => client.delete(collection, { points: ids }));
  }
  return true;
}

/** Counted while nobody changes anything. Points of revisions up to this one are committed by now, or never will be. */
async function takeStock(server: QdrantServer, db: Kysely<unknown>, generation: Generation) {
  return db.transaction().execute(async (tx) => {
    await sql`lock table documents in share row exclusive mode`.execute(tx);
    const last = await sql<{ revision: string }>`
      select last_value::text as revision from document_revisions`.execute(tx);
    return { ...(await count(server, tx, generation)), revision: last.rows[0]?.revision ?? '0' };
  });
}

async function count(server: QdrantServer, db: Kysely<unknown>, generation: Generation) {
  const found = await sql<{ entries: number }>`
    select count(*)::int as entries from ${entriesOf(generation)}`.execute(db);
  const collection = server.collectionOf(generation);
  const points = await server.ask(async (client) => {
    const { exists } = await client.collectionExists(collection);
    return exists ? (await client.count(collection, { exact: true })).count : 0;
  });
  return { points, entries: found.rows[0]?.entries ?? 0 };
}

async function withoutEntry(
  db: Kysely<unknown>,
  generation: Generation,
  keys: readonly EntryKey[],
  revision: string,
): Promise<EntryKey[]> {
  const found = await sql<EntryKey>`
    select k.tenant_id, k.passage_id, k.revision::text as revision
    from json_to_recordset(${JSON.stringify(keys)}::json) as k(tenant_id text, passage_id text, revision bigint)
    where k.revision <= ${revision}::bigint
      and not exists (select from ${entriesOf(generation)} e
                      where e.tenant_id = k.tenant_id and e.passage_id = k.passage_id and e.revision = k.revision)`.execute(
    db,
  );
  return found.rows;
}
