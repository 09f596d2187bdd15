import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { showProgress } from '../src/app/cli/command.ts';
import { compose, type Galen } from '../src/app/compose.ts';
import { loadConfig } from '../src/app/config.ts';
import { createLog } from '../src/app/log.ts';
import { expandQuery } from '../src/language/search-terms/medical-terms.ts';
import { createHashEmbedder } from '../src/retrieval/models/hash-embedder.ts';
import type { PassageFilters, PassageQuery, StoredDocument } from '../src/retrieval/passage-index.port.ts';
import { rerankOrKeep } from '../src/retrieval/search/find-passages.ts';
import { entriesOf, readGenerations } from '../src/retrieval/stores/postgres/generations.ts';
import {
  createPostgresEngine,
  MAX_VECTOR_BYTES,
} from '../src/retrieval/stores/postgres/postgres-passages.ts';
import { readReach } from '../src/retrieval/stores/postgres/read-corpus.ts';
import { createTenantVectors } from '../src/retrieval/stores/postgres/tenant-vectors.ts';
import { vectorLiteral } from '../src/retrieval/stores/postgres/vector-matrix.ts';
import { measureServerMemory, type ServerMemory } from './server-memory.ts';
import { BENCH_TENANT, syntheticCorpus } from './synthetic-corpus.ts';

export const QUERIES = 200;
const RECALL_QUERIES = 50;
const WARM_UPS = 30;
const PASSAGES_A_BATCH = 300;
const ACCESS = { tenant_id: BENCH_TENANT, scopes: ['public' as const], departments: [] };

const FILTERS: Readonly<Record<string, PassageFilters>> = {
  'no filter': {},
  'half of them': { topics: ['half', 'twentieth', 'rare'] },
  'a twentieth': { topics: ['twentieth', 'rare'] },
  'a two-hundredth': { topics: ['rare'] },
};

export interface ScaleReport {
  passages: number;
  loaded_per_second: number;
  /** The slowest of the first searches, while vectors are read into memory. */
  slowest_first_search_ms: number;
  searches: Record<string, { p50_ms: number; p95_ms: number; recall_10: number }>;
  memory_mb: ServerMemory;
}

/** Loads so many passages, then has a process of its own open them as a server would, and measure searches. */
export async function benchSearchAtScale(size: number): Promise<ScaleReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'galen-bench-'));
  try {
    const galen = await openBench(dataDir);
    const seconds = await load(galen, syntheticCorpus().documents(), size);
    const { passages } = await galen.passages.count(BENCH_TENANT);
    await galen.close();
    const measured = await inProcess(dataDir);
    const memory_mb = await measureServerMemory(dataDir, syntheticCorpus().questions(QUERIES));
    return { passages, loaded_per_second: Math.round(passages / seconds), ...measured, memory_mb };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Measured = Pick<ScaleReport, 'slowest_first_search_ms' | 'searches'>;

function inProcess(dataDir: string): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./search-process.ts', import.meta.url), [dataDir], {
      execArgv: ['--import', import.meta.resolve('tsx')],
    });
    // A cast, because the process is this module's own.
    child.once('message', (message) => resolve(message as Measured));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the measuring process ended with ${code}`)));
  });
}

export function openBench(dataDir: string): Promise<Galen> {
  const config = {
    ...loadConfig(),
    GALEN_DATA_DIR: dataDir,
    GALEN_EMBED_MODEL: 'hash' as const,
    GALEN_SAMPLE_KNOWLEDGE: 'off' as const,
  };
  return compose({ config, log: createLog('error'), attach: false, isLongLived: true });
}

export async function measureSearches(galen: Galen, questions: readonly string[]): Promise<Measured> {
  const slowest = await warmUp(galen, questions.slice(0, WARM_UPS));
  const searches: ScaleReport['searches'] = {};
  for (const [name, filters] of Object.entries(FILTERS)) {
    const times: number[] = [];
    for (const question of questions) times.push(await timeSearch(galen, question, filters));
    searches[name] = {
      p50_ms: percentile(times, 0.5),
      p95_ms: percentile(times, 0.95),
      recall_10: Number.NaN,
    };
  }
  for (const [name, filters] of Object.entries(FILTERS)) {
    const measured = searches[name];
    if (measured)
      measured.recall_10 = await measureRecall(galen, questions.slice(0, RECALL_QUERIES), filters);
  }
  return { slowest_first_search_ms: Math.round(slowest), searches };
}

async function load(
  { passages }: Galen,
  documents: Generator<StoredDocument>,
  size: number,
): Promise<number> {
  const began = performance.now();
  const show = showProgress('Loading passages');
  let loaded = 0;
  let batch: StoredDocument[] = [];
  let inBatch = 0;
  for (const stored of documents) {
    batch.push(stored);
    inBatch += stored.passages.length;
    if (inBatch < PASSAGES_A_BATCH && loaded + inBatch < size) continue;
    await passages.replaceDocuments(batch);
    loaded += inBatch;
    show(Math.min(loaded, size), size);
    batch = [];
    inBatch = 0;
    if (loaded >= size) break;
  }
  await passages.refresh();
  return (performance.now() - began) / 1_000;
}

/** The first searches, while the vectors are read into memory. */
async function warmUp(galen: Galen, questions: readonly string[]): Promise<number> {
  let slowest = 0;
  for (const question of questions) {
    slowest = Math.max(slowest, await timeSearch(galen, question, {}));
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return slowest;
}

/** Search and reranking, as for a question. */
async function timeSearch(galen: Galen, question: string, filters: PassageFilters): Promise<number> {
  const began = performance.now();
  const found = await galen.passages.search(queryOf(question, filters));
  await rerankOrKeep(galen.reranker, {
    query: question,
    language: 'en',
    terms: found.terms,
    passages: found.passages,
    signal: new AbortController().signal,
  });
  return performance.now() - began;
}

/** Of the ten nearest vectors that reading all of them finds, how many the search finds. */
async function measureRecall(
  { database: { db } }: Galen,
  questions: readonly string[],
  filters: PassageFilters,
) {
  const embedder = createHashEmbedder();
  const vectors = createTenantVectors({
    db,
    maxBytes: MAX_VECTOR_BYTES,
    logProblem: (problem, error) => console.error(problem, error),
  });
  const engine = createPostgresEngine({ vectors });
  const live = (await readGenerations(db)).find(({ state }) => state === 'live');
  if (!live) throw new Error('the index has no live generation');
  await vectors.matrixFor(db, live, BENCH_TENANT, { revision: null, vectors: null, passages: 0 });
  await vectors.settled();
  let wanted = 0;
  let found = 0;
  for (const question of questions) {
    const [vector] = await embedder.embed([question], {
      kind: 'query',
      signal: new AbortController().signal,
    });
    if (!vector) continue;
    const query = queryOf(question, filters);
    const { facetIds, reachable, stamp } = await readReach(db, ACCESS, filters);
    const exact = await sql<{ passage_id: string }>`
      select passage_id from ${entriesOf(live)} where facet_id = any(${facetIds}::int[])
      order by (embedding <=> ${vectorLiteral(vector)}::vector) + 0 limit 10`.execute(db);
    const none = ['nosuchterm'];
    const { candidates } = await db.transaction().execute((tx) =>
      engine.find(tx, live, {
        query,
        asked: none,
        sought: none,
        weights: new Map(),
        vector,
        facetIds,
        reachable,
        stamp,
        candidates: 10,
      }),
    );
    const ids = new Set(candidates.map(({ passage_id }) => passage_id));
    wanted += exact.rows.length;
    found += exact.rows.filter(({ passage_id }) => ids.has(passage_id)).length;
  }
  return Number((found / Math.max(1, wanted)).toFixed(3));
}

function queryOf(question: string, filters: PassageFilters): PassageQuery {
  return {
    query: question,
    expansions: expandQuery(question, 'en'),
    language: 'en',
    access: ACCESS,
    filters,
    limit: 40,
    signal: new AbortController().signal,
  };
}

function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Number((sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1));
}
