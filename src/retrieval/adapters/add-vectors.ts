import { type Kysely, sql } from 'kysely';
import type { UpkeepOptions } from '../passage-index.port.ts';
import { embedPassages } from './embed-passages.ts';
import type { Generation } from './generations.ts';
import type { IndexParts } from './index-parts.ts';
import type { EntryKey } from './search-engine.ts';

const BATCH = 32;

type WaitingPassage = EntryKey & { title: string; text: string };

/** Embeds the passages that were stored while the embedder failed; false when there are none, or it fails still. */
export async function addVectors(
  { db, embedder, engine, logProblem }: IndexParts,
  generation: Generation,
  { signal }: UpkeepOptions,
): Promise<boolean> {
  let isChanged = false;
  for await (const keys of engine.waiting(db, generation, BATCH)) {
    signal.throwIfAborted();
    const waiting = await readTexts(db, keys);
    // All of them were replaced or removed meanwhile.
    if (waiting.length === 0) continue;
    const vectors = await embedPassages({ embedder, logProblem }, waiting, signal);
    const embedded = waiting.flatMap(({ tenant_id, passage_id, revision }, i) => {
      const vector = vectors[i];
      return vector ? [{ tenant_id, passage_id, revision, vector }] : [];
    });
    if (embedded.length === 0) return isChanged;
    await engine.addVectors(db, generation, embedded);
    isChanged = true;
  }
  return isChanged;
}

async function readTexts(db: Kysely<unknown>, keys: readonly EntryKey[]): Promise<WaitingPassage[]> {
  const found = await sql<WaitingPassage>`
    select k.tenant_id, k.passage_id, k.revision::text as revision, d.title, p.text
    from json_to_recordset(${JSON.stringify(keys)}::json) as k(tenant_id text, passage_id text, revision bigint)
    join passages p on p.tenant_id = k.tenant_id and p.id = k.passage_id
    join documents d on d.tenant_id = p.tenant_id and d.id = p.document_id and d.revision = k.revision`.execute(
    db,
  );
  return found.rows;
}
