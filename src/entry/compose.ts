import { randomBytes, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type FhirSettings, openFhirChart } from '../chart/adapters/open-chart.ts';
import { createPostgresChart } from '../chart/adapters/postgres-chart.ts';
import type { Chart } from '../chart/chart.port.ts';
import { createWriter } from '../chart/create-writer.ts';
import { guardChart } from '../chart/guard-chart.ts';
import { loadSamplePatients } from '../chart/load-sample-patients.ts';
import { chartMigrations } from '../chart/migrations/chart-migrations.ts';
import { createDrugTables } from '../chart/safety/drug-tables.ts';
import { loadSafetyTables, type SafetyTables } from '../chart/safety/safety-tables.ts';
import { clinicFlow } from '../flows/clinic.ts';
import { clinicOutput } from '../flows/clinic-output.ts';
import { consultFlow } from '../flows/consult.ts';
import { consultOutput } from '../flows/consult-output.ts';
import { deskFlow } from '../flows/desk.ts';
import { deskOutput } from '../flows/desk-output.ts';
import { evidenceFlow } from '../flows/evidence.ts';
import { evidenceOutput } from '../flows/evidence-output.ts';
import { researchFlow } from '../flows/research.ts';
import { researchOutput } from '../flows/research-output.ts';
import { readInstallationKey } from '../guardrails/adapters/installation-key.ts';
import { createBackGate } from '../guardrails/create-back-gate.ts';
import { createFrontGate } from '../guardrails/create-front-gate.ts';
import { createNameSeal } from '../guardrails/create-name-seal.ts';
import type { FrontGate } from '../guardrails/front-gate.port.ts';
import { findPii } from '../guardrails/pii/find-pii.ts';
import { screenUntrusted } from '../guardrails/screen-untrusted.ts';
import { KEY_BYTES, NONCE_BYTES } from '../guardrails/seal-mapping.ts';
import { createMemoryResponseCache } from '../llm/adapters/memory-response-cache.ts';
import { createModelHandle, type ProviderAccess, parseModelId } from '../llm/adapters/providers.ts';
import { createVisionModel } from '../llm/adapters/vision-model.ts';
import { createGateway } from '../llm/create-gateway.ts';
import type { Gateway } from '../llm/gateway.port.ts';
import type { GatewaySettings } from '../llm/gateway-settings.ts';
import { sleep } from '../llm/sleep.ts';
import { createNamesOnFile } from '../nodes/clinic/names-on-file.ts';
import { createPatientReader } from '../nodes/clinic/read-patient.ts';
import { createDeskTools } from '../nodes/desk/tools/create-desk-tools.ts';
import type { ActivityLog } from '../records/activity.port.ts';
import { openCheckpoints } from '../records/adapters/checkpoints.ts';
import { type OpenDatabase, openDatabase } from '../records/adapters/open-database.ts';
import { createJobs } from '../records/adapters/pg-boss-jobs.ts';
import { createActivityLog } from '../records/adapters/postgres-activity.ts';
import { createApprovals } from '../records/adapters/postgres-approvals.ts';
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
import { type KnowledgeReport, loadKnowledge } from '../retrieval/ingestion/load-knowledge.ts';
import { loadPolicies } from '../retrieval/ingestion/load-policies.ts';
import { retrievalMigrations } from '../retrieval/migrations/retrieval-migrations.ts';
import type { PassageIndex } from '../retrieval/passage-index.port.ts';
import type { Reranker } from '../retrieval/reranker.port.ts';
import { createLogApi } from '../tools/adapters/log-api.ts';
import { createLogFolder } from '../tools/adapters/log-folder.ts';
import { createMcpTools } from '../tools/adapters/mcp-tools.ts';
import { createRemoteServer } from '../tools/adapters/remote-server.ts';
import { createTools } from '../tools/create-tools.ts';
import { labelClasses } from '../tools/drugs/drug-classes.ts';
import { createOutsideClient } from '../tools/http/outside-client.ts';
import type { Tools } from '../tools/tools.port.ts';
import { type ApprovalDesk, createApprovalDesk } from './approvals/create-approval-desk.ts';
import type { Config } from './config.ts';
import { DEMO_TENANT } from './demo-principals.ts';
import { loadDeskSettings } from './desk/load-desk-settings.ts';
import { createIngestion, type Ingestion } from './documents/create-ingestion.ts';
import { createIndexKeeper } from './documents/keep-index.ts';
import type { Log } from './log.ts';
import type { OfferedTools } from './mcp-server/offer-tools.ts';
import { describeCharts } from './tools/describe-charts.ts';
import { outsideApisOf } from './tools/outside-apis-of.ts';
import { pubmedArticles } from './tools/pubmed-articles.ts';
import { readMcpServers } from './tools/read-mcp-servers.ts';
import { searchIndex } from './tools/search-index.ts';
import type { AskFlow } from './turns/ask-flow.ts';
import { createTurns, type Turns } from './turns/create-turns.ts';
import { version } from './version.ts';

const HOUR_MS = 3_600_000;
const HEARTBEAT_MS = 10_000;
const RESPONSE_CACHE_ENTRIES = 500;
const SMALL_INDEX = 5_000;
const POLICIES_FOLDER = fileURLToPath(new URL('../../knowledge/desk', import.meta.url));
const KNOWLEDGE_FOLDER = fileURLToPath(new URL('../../knowledge', import.meta.url));
const PATIENTS_FOLDER = fileURLToPath(new URL('../../knowledge/patients', import.meta.url));

const DRUG_SAFETY_FOLDER = fileURLToPath(new URL('../../knowledge/drug-safety', import.meta.url));

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
  /** How patient the gateway is with models and how many answers it keeps, where not as usual. */
  gatewaySettings?: Partial<GatewaySettings> & { cacheEntries?: number };
}

/** Builds Galen from its settings: the only place where ports meet their adapters. */
export async function compose({
  config,
  log,
  attach,
  isLongLived = false,
  onKnowledge,
  gatewaySettings: { cacheEntries = RESPONSE_CACHE_ENTRIES, ...gatewaySettings } = {},
}: ComposeOptions): Promise<Galen> {
  const database = await openDatabase({
    dataDir: config.GALEN_DATA_DIR,
    url: config.GALEN_DATABASE_URL,
    attach,
    migrations: [...recordMigrations, ...retrievalMigrations, ...chartMigrations],
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
        : // Loaded only where it is used: no other start should wait for its client.
          (await import('../retrieval/adapters/qdrant-passages.ts')).createQdrantPassages({
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
    const embeddedChart = createPostgresChart({ db, clock, newId });
    const fhir = fhirSettings(config);
    const chart = guardChart(fhir === null ? embeddedChart : await openFhirChart(fhir, { clock, newId }));
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
      cache: createMemoryResponseCache({ maxEntries: cacheEntries }),
      settings: gatewaySettings,
    });
    const tables = loadSafetyTables(DRUG_SAFETY_FOLDER);
    const { tools, offered } = await openTools(config, {
      passages,
      reranker,
      chart,
      tables,
      clock,
      newId,
      logProblem,
    });
    const frontGate = createFrontGate({
      country: config.GALEN_COUNTRY,
      crisisLine: config.GALEN_CRISIS_LINE ?? null,
      maxImageMb: config.GALEN_MAX_IMAGE_MB,
    });
    const names = createNameSeal({
      readKey: () =>
        readInstallationKey({ dataDir: config.GALEN_DATA_DIR, newKey: () => randomBytes(KEY_BYTES) }),
      newNonce: () => randomBytes(NONCE_BYTES),
    });
    const approvals = createApprovals({ db });
    const writer = createWriter({ chart, tables, clock });
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
      memories,
      contextReach,
    };
    const desk = await loadDeskSettings(config.GALEN_DESK_FILE);
    const deskTools = createDeskTools({ ...ports, settings: desk, logs: logSource(config) });
    const flows: AskFlow[] = [
      { name: 'evidence', flow: evidenceFlow(ports), output: evidenceOutput },
      { name: 'research', flow: researchFlow(ports), output: researchOutput },
      {
        name: 'clinic',
        flow: clinicFlow({
          ...ports,
          ...writer,
          tools,
          readPatient: createPatientReader({ chart, clock }),
          names,
          namesOnFile: createNamesOnFile({ chart }),
          approvals,
          approvalMs: config.GALEN_APPROVAL_HOURS * HOUR_MS,
        }),
        output: clinicOutput,
      },
      { name: 'consult', flow: consultFlow(ports), output: consultOutput },
      {
        name: 'desk',
        flow: deskFlow({ ...ports, settings: desk, tools: deskTools }),
        output: (answer, state) => deskOutput(answer, state, desk),
      },
    ];
    const conversations = createConversations({ db });
    const turns = createTurns({
      conversations,
      checkpointer: await openCheckpoints(database.pool),
      flows,
      records,
      audit,
      approvals,
      timeoutMs: config.GALEN_RUN_TIMEOUT_SECONDS * 1_000,
      limits: { llm_calls: config.GALEN_MAX_LLM_CALLS, tokens: config.GALEN_MAX_TOKENS },
      maxRuns: config.GALEN_MAX_RUNS,
      logProblem,
      clock,
      newId,
      random: Math.random,
      names,
    });

    const approvalDesk = createApprovalDesk({ approvals, turns, ...writer, logProblem, clock, newId });

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
    if (ownsKnowledge && fhir === null) {
      await loadSamplePatients({ folder: PATIENTS_FOLDER, tenantId: DEMO_TENANT, chart: embeddedChart });
    }
    const pulse = startPulse(records, approvalDesk, database, log);

    return {
      config,
      flows,
      turns,
      frontGate,
      passages,
      reranker,
      records,
      conversations,
      memories,
      audit,
      activity: createActivityLog({ db }),
      chart,
      approvalDesk,
      jobs,
      ingestion,
      gateway,
      tools,
      offered,
      database,
      knowledge,
      recovered,
      async close() {
        clearInterval(pulse);
        await turns.settle();
        await tools.close();
        await jobs.close();
        await keeper.close();
        await database.close();
      },
    };
  }
}

function logSource({ GALEN_DESK_LOG_URL: url, GALEN_DESK_LOG_DIR: folder, ...config }: Config) {
  if (url !== undefined) return createLogApi({ url });
  return folder === undefined ? null : createLogFolder({ folder, tenantId: config.GALEN_DESK_LOG_TENANT });
}

interface ToolParts {
  passages: PassageIndex;
  reranker: Reranker;
  chart: Chart;
  tables: SafetyTables;
  clock: () => number;
  newId: () => string;
  logProblem: (problem: string, error: unknown) => void;
}

async function openTools(config: Config, parts: ToolParts): Promise<{ tools: Tools; offered: OfferedTools }> {
  const { passages, reranker, chart, tables, clock, newId, logProblem } = parts;
  const findIdentifiers = (text: string) => findPii(text).map(({ kind }) => kind);
  const speaksToModel = (text: string) => screenUntrusted(text).findings.length > 0;
  const visionId = config.GALEN_VISION_MODEL;
  const own = createTools({
    client: createOutsideClient({ apis: outsideApisOf(config), findIdentifiers, clock, sleep }),
    searchKnowledge: searchIndex({ passages, reranker }),
    readPubmedXml: pubmedArticles,
    drugClasses: labelClasses(tables.classes),
    drugTables: createDrugTables(tables),
    charts: describeCharts(chart, clock),
    vision:
      visionId === undefined
        ? null
        : createVisionModel({
            handle: createModelHandle(visionId, providerAccess(config)),
            newId,
            random: Math.random,
            logProblem,
          }),
    clock,
  });
  const common = { version: version(), speaksToModel, logProblem };
  const settings = await readMcpServers(config.GALEN_MCP_SERVERS);
  const remotes = settings.map((server) =>
    createRemoteServer({ ...common, settings: server, findIdentifiers, clock }),
  );
  const tools = await createMcpTools({ ...common, tools: own, remotes, newId });
  return { tools, offered: { ...common, tools: own } };
}

/** Says that this process lives, and looks for turns of processes that do not. */
function startPulse(
  records: RunRecords,
  desk: ApprovalDesk,
  database: OpenDatabase,
  log: Log,
): NodeJS.Timeout {
  const beat = async () => {
    await records.heartbeat();
    if (database.kind === 'attached') return;
    await records.recover({ soleOwner: false });
    await desk.look();
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

/** Null: charts are kept in our own database. */
function fhirSettings(config: Config): FhirSettings | null {
  if (config.GALEN_FHIR_URL === undefined) return null;
  return {
    url: config.GALEN_FHIR_URL,
    auth: config.GALEN_FHIR_AUTH,
    clientId: config.GALEN_FHIR_CLIENT_ID,
    apiKey: config.GALEN_FHIR_API_KEY,
    privateKeyFile: config.GALEN_FHIR_PRIVATE_KEY_FILE,
    keyId: config.GALEN_FHIR_KEY_ID,
    tokenUrl: config.GALEN_FHIR_TOKEN_URL,
    scope: config.GALEN_FHIR_SCOPE,
    tenantId: config.GALEN_FHIR_TENANT,
    timeoutMs: config.GALEN_FHIR_TIMEOUT_SECONDS * 1_000,
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
