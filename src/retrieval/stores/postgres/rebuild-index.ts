import { type Kysely, sql } from 'kysely';
import { ANALYZER_VERSION, analyzeText } from '../../../language/search-terms/analyze-text.ts';
import type { IndexState, UpkeepOptions } from '../../passage-index.port.ts';
import { lockTenants } from './document-rows.ts';
import {
  abandonedGenerations,
  addGeneration,
  dropGeneration,
  entriesOf,
  FACETS,
  type Generation,
  type IndexRecipe,
  insertEntries,
  liveOf,
  makeLive,
  readGenerations,
  touchGeneration,
} from './generations.ts';
import type { EntryKey, IndexParts, NewEntry } from './search-engine.ts';

/** Two processes must not make the next generation at once. The number is Galen's own, chosen at random. */
const REBUILD_LOCK = 3_306_215_947;
/** So few passages are put in while changes wait. */
const FEW = 64;
/** After so long nobody else is building it: every few passages that go in are noted. */
const ABANDONED_MINUTES = 10;

/** Builds the next index beside the one in use and swaps them, if that one is not as Galen would make it now. */
export async function rebuildIndex(parts: IndexParts, options: UpkeepOptions): Promise<boolean> {
  const { db, engine } = parts;
  const recipe = await recipeNow(parts);
  const live = liveOf(await readGenerations(db));
  if (isAsGood(live, recipe) && (await engine.tidy(db, live))) {
    await dropLeftovers(parts);
    return addVectors(parts, live, options);
  }

  const next = await openNext(parts, recipe);
  const total = await countPassages(db);
  const begun = await countEntries(db, next);
  options.onProgress?.(begun, total);
  // Whatever changes meanwhile is caught up with, until nothing is left while nobody can change anything.
  for (;;) {
    const onFilled = (done: number) => options.onProgress?.(Math.min(begun + done, total), total);
    await fillGeneration(parts, next, { signal: options.signal, onFilled });
    options.signal.throwIfAborted();
    const isSwapped = await db.transaction().execute(async (tx) => {
      await sql`lock table documents in share row exclusive mode`.execute(tx);
      if ((await countPassages(tx)) - (await countEntries(tx, next)) > FEW) return false;
      // Otherwise who changes something all the time would put the swap off for ever.
      await fillGeneration({ ...parts, db: tx }, next, { signal: options.signal });
      await makeLive(tx, next);
      return true;
    });
    if (isSwapped) break;
  }
  await sql`analyze ${entriesOf(next)}`.execute(db);
  await dropLeftovers(parts);
  options.onProgress?.(total, total);
  // Of passages that came, or that the embedder failed on, meanwhile.
  await addVectors(parts, next, options);
  return true;
}

/** What a stop left half done, if it still is what is wanted; otherwise a new one. */
async function openNext({ db, engine }: IndexParts, wanted: IndexRecipe): Promise<Generation> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${REBUILD_LOCK})`.execute(tx);
    const begun = (await readGenerations(tx)).find(
      (generation) => generation.state === 'building' && isAsGood(generation, wanted),
    );
    if (begun) return begun;
    const generation = await addGeneration(tx, wanted);
    await engine.create(tx, generation);
    return generation;
  });
}

export async function readIndexState(db: Kysely<unknown>): Promise<IndexState> {
  const generations = await readGenerations(db);
  const live = liveOf(generations);
  const next = generations.find(({ state }) => state === 'building');
  const { engine, analyzer, embedder, vector_index } = live;
  const passages = await countPassages(db);
  const done = next ? await countEntries(db, next) : 0;
  const building = next ? { done, total: passages } : null;
  return { passages, engine, analyzer, embedder, vector_index, building };
}

async function recipeNow({ db, embedder, engine }: IndexParts): Promise<IndexRecipe> {
  return {
    engine: engine.name,
    analyzer: ANALYZER_VERSION,
    embedder: embedder.id,
    dimensions: embedder.dimensions,
    vector_index: engine.vectorIndexFor(await countPassages(db), embedder.dimensions),
  };
}

/** A graph of vectors is never given up again because passages went. */
function isAsGood(made: IndexRecipe, wanted: IndexRecipe): boolean {
  return (
    made.engine === wanted.engine &&
    made.analyzer === wanted.analyzer &&
    made.embedder === wanted.embedder &&
    made.dimensions === wanted.dimensions &&
    (made.vector_index === wanted.vector_index || made.vector_index === 'hnsw')
  );
}

async function dropLeftovers({ db, engine }: IndexParts): Promise<void> {
  for (const generation of await abandonedGenerations(db, ABANDONED_MINUTES)) {
    await db.transaction().execute(async (tx) => {
      // The engine's part last, when no search holds the tables any more; if that fails, all stays for another time.
      if (await dropGeneration(tx, generation)) await engine.drop(generation);
    });
  }
}

async function countPassages(db: Kysely<unknown>): Promise<number> {
  const found = await sql<{ passages: number }>`
    select coalesce(sum(passages), 0)::int as passages from facets`.execute(db);
  return found.rows[0]?.passages ?? 0;
}

export async function countEntries(db: Kysely<unknown>, generation: Generation): Promise<number> {
  const found = await sql<{ entries: number }>`
    select count(*)::int as entries from ${entriesOf(generation)}`.execute(db);
  return found.rows[0]?.entries ?? 0;
}

/** Few enough that a search, which may have to wait for the transaction, hardly notices. */
const ENTRIES_AT_ONCE = 32;
const FACET_PAIRS = sql.raw(FACETS.map((name) => `'${name}', d.${name}`).join(', '));

interface MissingPassage extends Omit<NewEntry, 'terms' | 'vector'> {
  title: string;
  heading: string | null;
  text: string;
}

/** Puts every passage that the generation does not hold into it, one pass from the first to the last. */
async function fillGeneration(
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
    order by p.tenant_id, p.id limit ${ENTRIES_AT_ONCE}`.execute(db);
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
    await lockTenants(tx, [...new Set(missing.map(({ tenant_id }) => tenant_id))]);
    const current = await stillMissing(tx, generation, entries);
    await insertEntries(tx, generation, current, { withVectors: engine.hasVectorsInEntries(generation) });
    await engine.put(generation, current);
    await touchGeneration(tx, generation);
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
  const keys = entries.map(({ terms: _, vector: __, ...key }) => key);
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

const VECTORS_AT_ONCE = 32;
/** When so many fail one by one, it is not the texts. */
const FAILURES_TO_GIVE_UP = 3;

type WaitingPassage = EntryKey & { title: string; text: string };

/** Embeds the passages that were stored without vectors; false when there are none, or the embedder fails. */
async function addVectors(
  { db, embedder, engine, logProblem }: IndexParts,
  generation: Generation,
  { signal, onProgress }: UpkeepOptions,
): Promise<boolean> {
  let isChanged = false;
  let done = 0;
  const total = await engine.countWaiting(db, generation);
  for await (const keys of engine.waiting(db, generation, VECTORS_AT_ONCE)) {
    signal.throwIfAborted();
    const waiting = await readTexts(db, keys);
    // All of them were replaced or removed meanwhile.
    if (waiting.length === 0) continue;
    const vectors = await embedEach({ embedder, logProblem }, waiting, signal);
    const embedded = waiting.flatMap(({ tenant_id, passage_id, revision }, i) => {
      const vector = vectors[i];
      return vector ? [{ tenant_id, passage_id, revision, vector }] : [];
    });
    // Not one: the embedder is away.
    if (embedded.length === 0) return isChanged;
    await engine.addVectors(db, generation, embedded);
    isChanged = true;
    done += keys.length;
    onProgress?.(Math.min(done, total), total);
  }
  return isChanged;
}

/** Together; or one by one, should one of them be what the embedder cannot take. */
async function embedEach(
  parts: Pick<IndexParts, 'embedder' | 'logProblem'>,
  waiting: readonly WaitingPassage[],
  signal: AbortSignal,
): Promise<(Float32Array | null)[]> {
  const together = await embedPassages(parts, waiting, signal);
  if (together.some((vector) => vector !== null) || waiting.length === 1) return together;
  const vectors: (Float32Array | null)[] = [];
  for (const passage of waiting) {
    signal.throwIfAborted();
    vectors.push(...(await embedPassages(parts, [passage], signal)));
    if (vectors.length === FAILURES_TO_GIVE_UP && vectors.every((vector) => vector === null)) break;
  }
  return vectors;
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

/** A vector for each text, or nothing for any of them where the embedder failed: they wait, and are found by words meanwhile. */
export async function embedPassages(
  { embedder, logProblem }: Pick<IndexParts, 'embedder' | 'logProblem'>,
  texts: readonly { title: string; text: string }[],
  signal: AbortSignal,
): Promise<(Float32Array | null)[]> {
  try {
    const vectors = await embedder.embed(
      texts.map(({ title, text }) => `${title}\n${text}`),
      { kind: 'passage', signal },
    );
    return texts.map((_, i) => {
      const vector = vectors[i];
      return vector?.length === embedder.dimensions && vector.every(Number.isFinite) ? vector : null;
    });
  } catch (error) {
    // Who stops the work has no use for passages without vectors.
    signal.throwIfAborted();
    logProblem('passages were stored without vectors', error);
    return texts.map(() => null);
  }
}
