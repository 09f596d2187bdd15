import { type Kysely, sql } from 'kysely';
import { analyzeText } from '../analysis/analyze-text.ts';
import { lockTenants } from './document-rows.ts';
import { embedPassages } from './embed-passages.ts';
import { insertEntries } from './entry-rows.ts';
import { FACETS, type Facet } from './facets.ts';
import { entriesOf, type Generation } from './generations.ts';
import type { IndexParts } from './index-parts.ts';
import type { NewEntry } from './search-engine.ts';

/** Few enough that a search, which may have to wait for the transaction, hardly notices. */
const BATCH = 32;
const FACET_PAIRS = sql.raw(FACETS.map((name) => `'${name}', d.${name}`).join(', '));

interface MissingPassage {
  tenant_id: string;
  passage_id: string;
  document_id: string;
  revision: string;
  facet_id: number;
  facet: Facet;
  title: string;
  heading: string | null;
  text: string;
}

/** Puts every passage that the generation does not hold into it, one pass from the first to the last. */
export async function fillGeneration(
  parts: IndexParts,
  generation: Generation,
  { signal, onFilled }: { signal: AbortSignal; onFilled?: (done: number) => void },
): Promise<void> {
  let after = { tenant_id: '', passage_id: '' };
  let done = 0;
  for (;;) {
    signal.throwIfAborted();
    const missing = await readMissing(parts.db, generation, after);
    const last = missing.at(-1);
    if (!last) return;
    await fillWith(parts, generation, missing, signal);
    after = last;
    done += missing.length;
    onFilled?.(done);
    // Lets other work of this process in, even where the database answers at once.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function readMissing(
  db: Kysely<unknown>,
  generation: Generation,
  after: { tenant_id: string; passage_id: string },
): Promise<MissingPassage[]> {
  const found = await sql<MissingPassage>`
    select p.tenant_id, p.id as passage_id, p.document_id, d.revision::text as revision, d.facet_id,
           json_build_object(${FACET_PAIRS}) as facet, d.title, p.heading_path ->> -1 as heading, p.text
    from passages p join documents d on d.tenant_id = p.tenant_id and d.id = p.document_id
    where (p.tenant_id, p.id) > (${after.tenant_id}, ${after.passage_id})
      and not exists (select from ${entriesOf(generation)} e
                      where e.tenant_id = p.tenant_id and e.passage_id = p.id)
    order by p.tenant_id, p.id limit ${BATCH}`.execute(db);
  return found.rows;
}

async function fillWith(
  { db, embedder, engine, logProblem }: IndexParts,
  generation: Generation,
  missing: readonly MissingPassage[],
  signal: AbortSignal,
): Promise<void> {
  const vectors = await embedPassages({ embedder, logProblem }, missing, signal);
  const entries = missing.map(
    ({ title, heading, text, ...key }, i): NewEntry => ({
      ...key,
      terms: analyzeText(`${title}\n${heading ?? ''}\n${text}`, key.facet.language),
      vector: vectors[i] ?? null,
    }),
  );
  await inTransaction(db, async (tx) => {
    const tenants = [...new Set(missing.map(({ tenant_id }) => tenant_id))];
    await lockTenants(tx, tenants);
    const current = await stillMissing(tx, generation, entries);
    for (const tenantId of tenants) {
      const own = current.filter(({ tenant_id }) => tenant_id === tenantId);
      if (own.length === 0) continue;
      await insertEntries(tx, generation, tenantId, own, {
        withVectors: engine.hasVectorsInEntries(generation),
      });
    }
    await engine.put(generation, current);
  });
}

function inTransaction(db: Kysely<unknown>, work: (tx: Kysely<unknown>) => Promise<void>): Promise<void> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/** Without those whose document was replaced or removed since they were read, and those someone else put in. */
async function stillMissing(
  tx: Kysely<unknown>,
  generation: Generation,
  entries: readonly NewEntry[],
): Promise<NewEntry[]> {
  const keys = entries.map(({ tenant_id, document_id, passage_id, revision }) => ({
    tenant_id,
    document_id,
    passage_id,
    revision,
  }));
  const found = await sql<{ tenant_id: string; passage_id: string }>`
    select k.tenant_id, k.passage_id
    from json_to_recordset(${JSON.stringify(keys)}::json) as k(
           tenant_id text, document_id text, passage_id text, revision bigint)
    join documents d on d.tenant_id = k.tenant_id and d.id = k.document_id and d.revision = k.revision
    where not exists (select from ${entriesOf(generation)} e
                      where e.tenant_id = k.tenant_id and e.passage_id = k.passage_id)`.execute(tx);
  const wanted = new Set(found.rows.map(({ tenant_id, passage_id }) => `${tenant_id} ${passage_id}`));
  return entries.filter(({ tenant_id, passage_id }) => wanted.has(`${tenant_id} ${passage_id}`));
}
