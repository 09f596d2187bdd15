import { setImmediate as nextTick } from 'node:timers/promises';
import type { Chart } from '../chart/chart.port.ts';
import { chartMigrations } from '../chart/migrations/chart-migrations.ts';
import type { FrontGate } from '../gates/front-gate.port.ts';
import type { GatewaySettings } from '../llm/create-gateway.ts';
import type { Gateway } from '../llm/gateway.port.ts';
import type { Meaning } from '../meaning/meaning.port.ts';
import type { ActivityLog } from '../records/activity-log.ts';
import type { Audit } from '../records/audit/audit.ts';
import type { Conversations } from '../records/conversations.ts';
import type { OpenDatabase } from '../records/database/open-database.ts';
import { openDatabase } from '../records/database/open-database.ts';
import type { Jobs } from '../records/jobs/jobs.ts';
import type { Memories } from '../records/memories.port.ts';
import { recordMigrations } from '../records/record-migrations.ts';
import type { RunRecords } from '../records/run-records.port.ts';
import type { Embedder } from '../retrieval/embedder.port.ts';
import type { KnowledgeReport } from '../retrieval/ingest/load-knowledge.ts';
import type { PassageIndex } from '../retrieval/passage-index.port.ts';
import type { Reranker } from '../retrieval/reranker.port.ts';
import { retrievalMigrations } from '../retrieval/stores/postgres/retrieval-migrations.ts';
import type { Tools } from '../tools/tools.port.ts';
import type { ApprovalDesk } from '../turns/create-approval-desk.ts';
import type { Turns } from '../turns/create-turns.ts';
import type { AskFlow } from '../turns/run-turn.ts';
import type { Config } from './config.ts';
import type { Ingestion } from './documents/create-ingestion.ts';
import type { Log } from './log.ts';
import type { OfferedTools } from './mcp/mcp-server.ts';

/** The whole system, ready to be asked. */
export interface Galen {
  config: Config;
  /** Names this process among all that were and will be. */
  instance: string;
  flows: readonly AskFlow[];
  turns: Turns;
  frontGate: FrontGate;
  passages: PassageIndex;
  embedder: Embedder;
  reranker: Reranker;
  /** How many passages of all are in the index that is being made, or have their vectors; null when nothing is to do. */
  indexing(): { done: number; total: number } | null;
  /** Waits for what is being indexed now. */
  indexed(): Promise<void>;
  records: RunRecords;
  conversations: Conversations;
  memories: Memories;
  audit: Audit;
  activity: ActivityLog;
  /** Asked only on behalf of those who may see charts. */
  chart: Chart;
  approvalDesk: ApprovalDesk;
  jobs: Jobs;
  ingestion: Ingestion;
  gateway: Gateway;
  tools: Tools;
  /** The same tools, for clients outside this process. */
  offered: OfferedTools;
  database: OpenDatabase;
  /** What loading the sample knowledge did; null where it was not this process's to do. */
  knowledge: KnowledgeReport | null;
  /** Turns that a crash had left open and that are now marked interrupted. */
  recovered: number;
  close(): Promise<void>;
}

export interface ComposeOptions {
  config: Config;
  log: Log;
  /** Share the database of a Galen that already runs on the data folder. */
  attach: boolean;
  /** A server, rather than a command that ends with its answer: worth reading into memory what makes searches fast. */
  isLongLived?: boolean;
  onKnowledge?: (done: number, total: number) => void;
  /** Our own models, where not those of the package. */
  meaning?: Meaning;
  /** How patient the gateway is with models and how many answers it keeps, where not as usual. */
  gatewaySettings?: Partial<GatewaySettings> & { cacheEntries?: number };
}

/** Builds Galen from its settings. The database's process starts first: while it does, the rest of the code is read. */
export async function compose(options: ComposeOptions): Promise<Galen> {
  const { config, log, attach } = options;
  const opening = openDatabase({
    dataDir: config.GALEN_DATA_DIR,
    url: config.GALEN_DATABASE_URL,
    attach,
    migrations: [...recordMigrations, ...retrievalMigrations, ...chartMigrations],
    log: (message, details) => log.warn(details ?? {}, message),
  });
  opening.catch(() => undefined);
  // Reading code keeps this thread busy: the folder is claimed and the process forked before.
  await nextTick();
  const desk = import('./desk-settings.ts').then(({ loadDeskSettings }) =>
    loadDeskSettings(config.GALEN_DESK_FILE),
  );
  // Told when it is waited for, with the database open and to be closed again.
  desk.catch(() => undefined);
  const [database, { assemble }, meaning] = await Promise.all([
    opening,
    import('./compose/assemble.ts'),
    options.meaning ?? openMeaning(config),
  ]);
  try {
    return await assemble(database, { ...options, meaning, desk });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Read and checked while the database starts; its threads begin with the first text. Null where nothing needs it. */
async function openMeaning(config: Config): Promise<Meaning | null> {
  const usesOwn = (model: string | undefined) => model === undefined || model === 'own';
  if (!usesOwn(config.GALEN_EMBED_MODEL) && !usesOwn(config.GALEN_RERANK_MODEL)) return null;
  const { createMeaning } = await import('../meaning/create-meaning.ts');
  return createMeaning();
}
