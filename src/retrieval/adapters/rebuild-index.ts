import { type Kysely, sql } from 'kysely';
import { ANALYZER_VERSION } from '../analysis/analyze-text.ts';
import type { IndexState, UpkeepOptions } from '../passage-index.port.ts';
import { addVectors } from './add-vectors.ts';
import { fillGeneration } from './fill-generation.ts';
import {
  addGeneration,
  dropGeneration,
  entriesOf,
  type Generation,
  type IndexRecipe,
  makeLive,
  readGenerations,
} from './generations.ts';
import type { IndexParts } from './index-parts.ts';

/** Two processes must not make the next generation at once. The number is Galen's own, chosen at random. */
const REBUILD_LOCK = 3_306_215_947;
/** So few passages are put in while changes wait. */
const FEW = 64;

/** Builds the next index beside the one in use and swaps them, if that one is not as Galen would make it now. */
export async function rebuildIndex(parts: IndexParts, options: UpkeepOptions): Promise<boolean> {
  const { db, engine } = parts;
  const recipe = await recipeNow(parts);
  const [live] = (await readGenerations(db)).filter(({ state }) => state === 'live');
  if (live && isAsGood(live, recipe) && (await engine.tidy(db, live))) {
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
      if ((await countMissing(tx, next)) > FEW) return false;
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
  return true;

  /** What a stop left half done, if it still is what is wanted; otherwise a new one. */
  async function openNext({ db }: IndexParts, wanted: IndexRecipe): Promise<Generation> {
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
}

export async function readIndexState(db: Kysely<unknown>): Promise<IndexState> {
  const generations = await readGenerations(db);
  const live = generations.find(({ state }) => state === 'live');
  const next = generations.find(({ state }) => state === 'building');
  if (!live) throw new Error('the index has no live generation');
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
  for (const generation of await readGenerations(db)) {
    if (generation.state === 'live') continue;
    await db.transaction().execute(async (tx) => {
      await dropGeneration(tx, generation);
      // Last, when no search holds the tables any more; if it fails, the generation stays, to be dropped another time.
      await engine.drop(generation);
    });
  }
}

async function countPassages(db: Kysely<unknown>): Promise<number> {
  const found = await sql<{ passages: number }>`
    select coalesce(sum(passages), 0)::int as passages from facets`.execute(db);
  return found.rows[0]?.passages ?? 0;
}

async function countEntries(db: Kysely<unknown>, generation: Generation): Promise<number> {
  const found = await sql<{ entries: number }>`
    select count(*)::int as entries from ${entriesOf(generation)}`.execute(db);
  return found.rows[0]?.entries ?? 0;
}

async function countMissing(tx: Kysely<unknown>, generation: Generation): Promise<number> {
  return (await countPassages(tx)) - (await countEntries(tx, generation));
}
