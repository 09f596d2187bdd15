import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { deskFlow } from '../flows/desk.ts';
import { deskOutput } from '../flows/desk-output.ts';
import { evidenceFlow } from '../flows/evidence.ts';
import { evidenceOutput } from '../flows/evidence-output.ts';
import { createBackGate } from '../guardrails/create-back-gate.ts';
import { createFrontGate } from '../guardrails/create-front-gate.ts';
import type { FrontGate } from '../guardrails/front-gate.port.ts';
import { createMemoryResponseCache } from '../llm/adapters/memory-response-cache.ts';
import { createModelHandle, type ProviderAccess, parseModelId } from '../llm/adapters/providers.ts';
import { createGateway } from '../llm/create-gateway.ts';
import type { Gateway } from '../llm/gateway.port.ts';
import { createDeskTools } from '../nodes/desk/tools/create-desk-tools.ts';
import { type OpenDatabase, openDatabase } from '../records/adapters/open-database.ts';
import { createJobs } from '../records/adapters/pg-boss-jobs.ts';
import { createAudit } from '../records/adapters/postgres-audit.ts';
import { createConversations } from '../records/adapters/postgres-conversations.ts';
import { createMemories } from '../records/adapters/postgres-memories.ts';
import { createRunRecords } from '../records/adapters/postgres-run-records.ts';
import type { Audit } from '../records/audit.port.ts';
import type { Conversations } from '../records/conversations.port.ts';
import type { Jobs } from '../records/jobs.port.ts';
import type { Memories } from '../records/memories.port.ts';
import { recordMigrations } from '../records/migrations/record-migrations.ts';
import type { RunRecords } from '../records/run-records.port.ts';
import { type EmbedderSettings, openEmbedder } from '../retrieval/adapters/open-embedder.ts';
import { openReranker } from '../retrieval/adapters/open-reranker.ts';
import { createPassageIndex } from '../retrieval/adapters/postgres-passages.ts';
import { createQdrantPassages } from '../retrieval/adapters/qdrant-passages.ts';
import { type KnowledgeReport, loadKnowledge } from '../retrieval/ingestion/load-knowledge.ts';
import { loadPolicies } from '../retrieval/ingestion/load-policies.ts';
import { retrievalMigrations } from '../retrieval/migrations/retrieval-migrations.ts';
import type { PassageIndex } from '../retrieval/passage-index.port.ts';
import type { Reranker } from '../retrieval/reranker.port.ts';
import { createLogApi } from '../tools/adapters/log-api.ts';
import { createLogFolder } from '../tools/adapters/log-folder.ts';
import type { Config } from './config.ts';
import { DEMO_TENANT } from './demo-principals.ts';
import { loadDeskSettings } from './desk/load-desk-settings.ts';
import { createIngestion, type Ingestion } from './documents/create-ingestion.ts';
import { createIndexKeeper } from './documents/keep-index.ts';
import type { Log } from './log.ts';
import type { AskFlow } from './turns/ask-flow.ts';
import { createTurns, type Turns } from './turns/create-turns.ts';

const HEARTBEAT_MS = 10_000;
const RESPONSE_CACHE_ENTRIES = 500;
const SMALL_INDEX = 5_000;
const POLICIES_FOLDER = fileURLToPath(new URL('../../knowledge/desk', import.meta.url));
const KNOWLEDGE_FOLDER = fileURLToPath(new URL('../../knowledge', import.meta.url));

/** The whole system, ready to be asked. */
export interface Galen {
  config: Config;
  flows: readonly AskFlow[];
  turns: Turns;
  frontGate: FrontGate;
  passages: PassageIndex;
  reranker: Reranker;
  records: RunRecords;
  conversations: Conversations;
  memories: Memories;
  audit: Audit;
  jobs: Jobs;
  ingestion: Ingestion;
  gateway: Gateway;
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
}

/** Builds Galen from its settings: the only place where ports meet their adapters. */
export async function compose({
  config,
  log,
  attach,
  isLongLived = false,
  onKnowledge,
}: ComposeOptions): Promise<Galen> {
  const database = await openDatabase({
    dataDir: config.GALEN_DATA_DIR,
    url: config.GALEN_DATABASE_URL,
    attach,
    migrations: [...recordMigrations, ...retrievalMigrations],
    log: (message, details) => log.warn(details ?? {}, message),
  });
  try {
    return await assemble(database);
  } catch (error) {
    await database.close();
    throw error;
  }

  async function assemble({ db }: OpenDatabase): Promise<Galen> {
    const clock = Date.now;
    const newId = randomUUID;
    const { embedder, problem, isReady } = await openEmbedder(embedderSettings(config));
    if (problem !== null) log.warn({ problem, embedder: embedder.id }, 'the embedder is not as configured');
    const logProblem = (problem: string, error: unknown) => log.error({ err: error }, problem);
    const qdrantUrl = config.GALEN_QDRANT_URL;
    const passages =
      qdrantUrl === undefined
        ? createPassageIndex({ db, embedder, logProblem, isLongLived })
        : createQdrantPassages({
            db,
            embedder,
            logProblem,
            url: qdrantUrl,
            apiKey: config.GALEN_QDRANT_API_KEY,
          });
    const reranker = await openReranker({
      model: config.GALEN_RERANK_MODEL,
      url: config.GALEN_RERANK_URL,
      apiKey: config.GALEN_RERANK_API_KEY,
    });
    const records = createRunRecords({ db, instanceId: newId(), clock, newId });
    const audit = createAudit({ db });
    const memories = createMemories({ db });
    const jobs = createJobs({ db, pool: database.pool, clock, newId, logProblem });
    const chunking = {
      maxCharacters: config.GALEN_CHUNK_CHARACTERS,
      overlap: config.GALEN_CHUNK_OVERLAP,
    };
    const keeper = createIndexKeeper({
      passages,
      log,
      // By another embedder than the configured one nothing that is stored is rebuilt: that one may be back at the next start.
      isIdle: !isReady && (await passages.state()).passages > 0,
    });
    const ingestion = createIngestion({ jobs, passages, keeper, audit, chunking, clock, newId, logProblem });
    const gateway = createGateway({
      ...models(config),
      cache: createMemoryResponseCache({ maxEntries: RESPONSE_CACHE_ENTRIES }),
    });
    const frontGate = createFrontGate({ country: config.GALEN_COUNTRY });
    const contextReach = config.GALEN_CONTEXT_REACH;
    const ports = {
      frontGate,
      backGate: createBackGate({
        unsupported: config.GALEN_UNSUPPORTED,
        minConfidence: config.GALEN_MIN_CONFIDENCE,
      }),
      gateway,
      passages,
      reranker,
      records,
      contextReach,
    };
    const desk = await loadDeskSettings(config.GALEN_DESK_FILE);
    const deskTools = createDeskTools({ ...ports, settings: desk, logs: logSource(config) });
    const flows: AskFlow[] = [
      { name: 'evidence', flow: evidenceFlow(ports), output: evidenceOutput },
      {
        name: 'desk',
        flow: deskFlow({ ...ports, settings: desk, tools: deskTools }),
        output: (answer, state) => deskOutput(answer, state, desk),
      },
    ];
    const turns = createTurns({
      flows,
      records,
      audit,
      timeoutMs: config.GALEN_RUN_TIMEOUT_SECONDS * 1_000,
      limits: { llm_calls: config.GALEN_MAX_LLM_CALLS, tokens: config.GALEN_MAX_TOKENS },
      maxRuns: config.GALEN_MAX_RUNS,
      logProblem,
      clock,
      newId,
      random: Math.random,
    });

    await records.heartbeat();
    const recovered =
      database.kind === 'attached' ? 0 : await records.recover({ soleOwner: database.soleOwner });
    if (database.kind !== 'attached') {
      keeper.look();
      // A small index is made anew before the first question; a large one while questions are answered by the old one.
      if ((await passages.state()).passages <= SMALL_INDEX) await keeper.settled();
    }
    const ownsKnowledge = database.kind !== 'attached' && config.GALEN_SAMPLE_KNOWLEDGE === 'on';
    const knowledge = ownsKnowledge
      ? await loadKnowledge({
          folder: KNOWLEDGE_FOLDER,
          tenantId: DEMO_TENANT,
          index: passages,
          chunking,
          clock,
          ...(onKnowledge ? { onProgress: onKnowledge } : {}),
        })
      : null;
    if (ownsKnowledge)
      await loadPolicies({ folder: POLICIES_FOLDER, tenantId: DEMO_TENANT, index: passages, chunking });
    const pulse = startPulse(records, database, log);

    return {
      config,
      flows,
      turns,
      frontGate,
      passages,
      reranker,
      records,
      conversations: createConversations({ db }),
      memories,
      audit,
      jobs,
      ingestion,
      gateway,
      database,
      knowledge,
      recovered,
      async close() {
        clearInterval(pulse);
        await turns.settle();
        await jobs.close();
        await keeper.close();
        await database.close();
      },
    };
  }
}

function logSource({ GALEN_DESK_LOG_URL: url, GALEN_DESK_LOG_DIR: folder }: Config) {
  if (url !== undefined) return createLogApi({ url });
  return folder === undefined ? null : createLogFolder({ folder });
}

/** Says that this process lives, and looks for turns of processes that do not. */
function startPulse(records: RunRecords, database: OpenDatabase, log: Log): NodeJS.Timeout {
  const beat = async () => {
    await records.heartbeat();
    if (database.kind !== 'attached') await records.recover({ soleOwner: false });
  };
  const pulse = setInterval(() => {
    beat().catch((error) => log.warn({ err: error }, 'the heartbeat could not be stored'));
  }, HEARTBEAT_MS);
  return pulse.unref();
}

function models(config: Config) {
  const access = providerAccess(config);
  const handle = (id: string | undefined) => (id === undefined ? null : createModelHandle(id, access));
  const fallbacks = (config.GALEN_FALLBACK_MODELS ?? '')
    .split(',')
    .flatMap((id) => handle(id.trim() || undefined) ?? []);
  return { main: handle(config.GALEN_MODEL), fast: handle(config.GALEN_FAST_MODEL), fallbacks };
}

function embedderSettings(config: Config): EmbedderSettings {
  const model = config.GALEN_EMBED_MODEL;
  return {
    model,
    url: config.GALEN_EMBED_URL ?? (model?.startsWith('ollama/') ? config.GALEN_OLLAMA_URL : undefined),
    apiKey: config.GALEN_EMBED_API_KEY,
    dimensions: config.GALEN_EMBED_DIMENSIONS,
    prefixes: { query: config.GALEN_EMBED_QUERY_PREFIX, passage: config.GALEN_EMBED_PASSAGE_PREFIX },
    folder: config.GALEN_DATA_DIR,
  };
}

/** Addresses and keys by provider: what is set for the main model never goes to another provider. */
function providerAccess(config: Config): ProviderAccess {
  const mainId = config.GALEN_MODEL ?? config.GALEN_FAST_MODEL;
  const main = mainId === undefined ? null : parseModelId(mainId).provider;
  return {
    urls: given({ ollama: config.GALEN_OLLAMA_URL, ...(main && given({ [main]: config.GALEN_MODEL_URL })) }),
    apiKeys: given({
      openai: config.GALEN_OPENAI_API_KEY,
      anthropic: config.GALEN_ANTHROPIC_API_KEY,
      google: config.GALEN_GOOGLE_API_KEY,
      ...(main && given({ [main]: config.GALEN_MODEL_API_KEY })),
    }),
    jsonSchema: config.GALEN_MODEL_JSON_SCHEMA === 'on',
  };
}

function given(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
