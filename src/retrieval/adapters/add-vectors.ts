import { sql } from 'kysely';
import type { UpkeepOptions } from '../passage-index.port.ts';
import { embedPassages } from './embed-passages.ts';
import { entriesOf, type Generation } from './generations.ts';
import type { IndexParts } from './index-parts.ts';
import { hexOf, vectorLiteral } from './vector-literal.ts';

const BATCH = 32;

interface Waiting {
  tenant_id: string;
  passage_id: string;
  revision: string;
  title: string;
  text: string;
}

/** Embeds the passages that were stored while the embedder failed; false when there are none, or it fails still. */
export async function addVectors(
  { db, embedder, engine, logProblem }: IndexParts,
  generation: Generation,
  { signal }: UpkeepOptions,
): Promise<boolean> {
  // An engine that keeps vectors itself says so where its own store lacks them.
  if (!engine.vectorsInEntries) return false;
  const entries = entriesOf(generation);
  let isChanged = false;
  for (;;) {
    signal.throwIfAborted();
    const waiting = await sql<Waiting>`
      select e.tenant_id, e.passage_id, e.revision::text as revision, d.title, p.text
      from ${entries} e
      join passages p on p.tenant_id = e.tenant_id and p.id = e.passage_id
      join documents d on d.tenant_id = e.tenant_id and d.id = e.document_id
      where e.embedding is null limit ${BATCH}`.execute(db);
    if (waiting.rows.length === 0) return isChanged;
    const vectors = await embedPassages({ embedder, logProblem }, waiting.rows, signal);
    const rows = waiting.rows.flatMap(({ tenant_id, passage_id, revision }, i) => {
      const vector = vectors[i];
      return vector
        ? [{ tenant_id, passage_id, revision, embedding: vectorLiteral(vector), code: hexOf(vector) }]
        : [];
    });
    if (rows.length === 0) return isChanged;
    await sql`
      update ${entries} e set embedding = row.embedding::vector, code = decode(row.code, 'hex')
      from json_to_recordset(${JSON.stringify(rows)}::json) as row(
             tenant_id text, passage_id text, revision bigint, embedding text, code text)
      where e.tenant_id = row.tenant_id and e.passage_id = row.passage_id and e.revision = row.revision`.execute(
      db,
    );
    engine.vectorsChanged();
    isChanged = true;
  }
}
