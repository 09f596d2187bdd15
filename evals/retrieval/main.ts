import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError, Option } from 'commander';
import { EXIT } from '../../src/app/cli/command.ts';
import { compose, type Galen } from '../../src/app/compose.ts';
import { loadConfig } from '../../src/app/config.ts';
import { createLog } from '../../src/app/log.ts';
import { Language } from '../../src/domain/language.ts';
import {
  loadBeir,
  type RetrievalSet,
  SETS,
  type SetName,
  SPLITS,
  type Split,
  sampleQueries,
} from './load-beir.ts';
import { type Metrics, meanOf, measureRanking } from './metrics.ts';
import { miniSearch, orama, type Ranker, tsRank } from './other-engines.ts';
import { bm25Alone, denseAlone, fused, fusedReranked, loadCorpus } from './our-stages.ts';
import { type ShareReport, sweepShares } from './sweep-shares.ts';

interface SetReport {
  set: string;
  split: Split;
  documents: number;
  queries: number;
  embedder: string;
  reranker: string;
  passages_per_second: number;
  engines: Record<string, Metrics & { ms_per_query: number; degraded: number }>;
  shares?: ShareReport;
}

/** `galen eval retrieval`: every stage of our search beside other engines, on collections nobody here wrote. */
const options = new Command('galen eval retrieval')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT.badInput))
  .addOption(new Option('--set <set>', 'this one alone').choices(SETS))
  .option('--folder <folder>', 'a collection in the layout of BEIR, in place of those')
  .addOption(
    new Option('--language <language>', 'of its texts and queries').choices(Language.options).default('en'),
  )
  .addOption(new Option('--split <split>', 'which queries').choices(SPLITS).default('train'))
  .option('--limit <queries>', 'only so many of them, evenly spread', positiveInteger)
  .option(
    '--keep <folder>',
    'leave the index there, and use it again in the next run over the same documents',
  )
  .option('--shares', 'only nDCG@10 by the share of the vectors and of the reranker; for development queries')
  .option('--json', 'print JSON')
  .parse()
  .opts<{
    set?: SetName;
    folder?: string;
    language: Language;
    split: Split;
    limit?: number;
    keep?: string;
    shares?: true;
    json?: true;
  }>();

const data = loadConfig().GALEN_EVAL_DATA;
const reports: SetReport[] = [];
const absent: string[] = [];
const named = (options.set ? [options.set] : SETS).map((name) => join(data, 'retrieval', name));
for (const folder of options.folder ? [resolve(options.folder)] : named) {
  const set = await loadBeir(folder, options.split);
  if (set === null) absent.push(folder);
  else
    reports.push(await evaluate(basename(folder), sampleQueries(set, options.limit ?? set.queries.length)));
}

const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length };
const folder = fileURLToPath(new URL('../../reports', import.meta.url));
mkdirSync(folder, { recursive: true });
const report = JSON.stringify({ machine, sets: reports, absent }, null, 2);
writeFileSync(join(folder, 'retrieval.json'), `${report}\n`);
if (options.json) console.log(report);
else print();
// What was not measured has not passed.
if (absent.length > 0) process.exitCode = 1;

async function evaluate(name: string, set: RetrievalSet): Promise<SetReport> {
  // Collections of the same documents share an index.
  const dataDir = options.keep
    ? join(resolve(options.keep), fingerprintOf(set))
    : mkdtempSync(join(tmpdir(), 'galen-eval-'));
  const config = {
    ...loadConfig(),
    GALEN_DATA_DIR: dataDir,
    GALEN_DATABASE_URL: undefined,
    // Stages are read out of the entries of PostgreSQL.
    GALEN_QDRANT_URL: undefined,
    GALEN_SAMPLE_KNOWLEDGE: 'off' as const,
  };
  const galen = await compose({ config, log: createLog('error'), attach: false });
  try {
    const began = performance.now();
    await loadCorpus(galen, set, options.language);
    const seconds = (performance.now() - began) / 1_000;
    const shares = options.shares ? await sweepShares(galen, set, options.language) : undefined;
    const rankers = shares ? {} : await rankersOf(galen, set);
    const engines: SetReport['engines'] = {};
    for (const [engine, rank] of Object.entries(rankers)) engines[engine] = await measure(rank, set);
    return {
      set: name,
      split: options.split,
      documents: set.corpus.length,
      queries: set.queries.length,
      embedder: galen.embedder.id,
      reranker: galen.reranker.id,
      passages_per_second: Math.round(set.corpus.length / seconds),
      engines,
      ...(shares ? { shares } : {}),
    };
  } finally {
    await galen.close();
    if (!options.keep) rmSync(dataDir, { recursive: true, force: true });
  }
}

function fingerprintOf({ corpus }: RetrievalSet): string {
  const documents = corpus.map((document) => ({ language: options.language, ...document }));
  return createHash('sha256').update(JSON.stringify(documents)).digest('hex').slice(0, 16);
}

async function rankersOf(galen: Galen, set: RetrievalSet): Promise<Record<string, Ranker>> {
  return {
    'MiniSearch 7': miniSearch(set),
    'Orama 3': await orama(set),
    'PostgreSQL ts_rank': await tsRank(galen.database.db, set),
    'Galen BM25 alone': await bm25Alone(galen, options.language),
    'Galen dense alone': await denseAlone(galen),
    'Galen fused': fused(galen, options.language),
    'Galen fused, reranked': fusedReranked(galen, options.language),
  };
}

async function measure(rank: Ranker, { queries }: RetrievalSet) {
  const began = performance.now();
  const all: Metrics[] = [];
  let degraded = 0;
  const noteDegraded = () => {
    degraded += 1;
  };
  for (const { text, judgements } of queries)
    all.push(measureRanking(await rank(text, noteDegraded), judgements));
  const ms_per_query = Number(((performance.now() - began) / Math.max(1, queries.length)).toFixed(1));
  return { ...meanOf(all), ms_per_query, degraded };
}

function print(): void {
  for (const { set, split, documents, queries, embedder, reranker, ...report } of reports) {
    console.log(
      `${set} ${split}: ${queries} queries, ${documents} documents, loaded at ${report.passages_per_second}/s, ${embedder}, ${reranker}`,
    );
    if (report.shares) printShares(report.shares);
    else console.table(report.engines);
  }
  for (const name of absent) console.log(`${name}: no corpus.jsonl; not measured`);
}

function printShares({ vectors, reranker, degraded }: ShareReport): void {
  console.log('nDCG@10 by the share of the vectors in the search');
  console.table(vectors);
  console.log('nDCG@10 by the share of our own ranker in the order of the first');
  console.table(reranker);
  console.log(`${degraded} searches had to do without one of their parts`);
}

function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('expected a whole number above 0');
  return value;
}
