import { randomBytes, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { openFhirChart } from '../chart/adapters/open-chart.ts';
import { createPostgresChart } from '../chart/adapters/postgres-chart.ts';
import type { Chart } from '../chart/chart.port.ts';
import { createWriter } from '../chart/create-writer.ts';
import { guardChart } from '../chart/guard-chart.ts';
import { chartMigrations } from '../chart/migrations/chart-migrations.ts';
import { loadSafetyTables } from '../chart/safety/safety-tables.ts';
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
import { KEY_BYTES, NONCE_BYTES } from '../guardrails/seal-mapping.ts';
import type { GatewaySettings } from '../llm/create-gateway.ts';
import { createGateway } from '../llm/create-gateway.ts';
import type { Gateway } from '../llm/gateway.port.ts';
import { createMemoryResponseCache } from '../llm/response-cache.ts';
import { createNamesOnFile } from '../nodes/clinic/names-on-file.ts';
import { createPatientReader } from '../nodes/clinic/read-patient.ts';
import { createDeskTools } from '../nodes/desk/tools/create-desk-tools.ts';
import type { ActivityLog } from '../records/activity.port.ts';
import { openCheckpointsLater } from '../records/adapters/checkpoints.ts';
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
import type { KnowledgeReport } from '../retrieval/ingestion/load-knowledge.ts';
import { retrievalMigrations } from '../retrieval/migrations/retrieval-migrations.ts';
import type { PassageIndex } from '../retrieval/passage-index.port.ts';
import type { Reranker } from '../retrieval/reranker.port.ts';
import type { Tools } from '../tools/tools.port.ts';
import { type ApprovalDesk, createApprovalDesk } from './approvals/create-approval-desk.ts';
import { fhirSettings } from './compose/fhir-settings.ts';
import { loadSamples } from './compose/load-samples.ts';
import { openLogs } from './compose/open-logs.ts';
import { openModels } from './compose/open-models.ts';
import { openSearch } from './compose/open-search.ts';
import { openTools } from './compose/open-tools.ts';
import { startPulse } from './compose/start-pulse.ts';
import type { Config } from './config.ts';
import { loadDeskSettings } from './desk/load-desk-settings.ts';
import { createIngestion, type Ingestion } from './documents/create-ingestion.ts';
import { createIndexKeeper } from './documents/keep-index.ts';
import type { Log } from './log.ts';
import type { OfferedTools } from './mcp-server/offer-tools.ts';
import type { AskFlow } from './turns/ask-flow.ts';
import { createTurns, type Turns } from './turns/create-turns.ts';

const HOUR_MS = 3_600_000;
const RESPONSE_CACHE_ENTRIES = 500;
const SMALL_INDEX = 5_000;

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
    const logProblem = (problem: string, error: unknown) => log.error({ err: error }, problem);
    const { passages, reranker, isReady } = await openSearch(config, { db, log, logProblem, isLongLived });
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
      ...openModels(config),
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
    const deskTools = createDeskTools({
      ...ports,
      settings: desk,
      logs: openLogs(config),
      timeZone: config.GALEN_TIME_ZONE,
    });
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
      checkpointer: openCheckpointsLater(database.pool),
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
      ? await loadSamples({
          passages,
          chart: fhir === null ? embeddedChart : null,
          chunking,
          clock,
          ...(onKnowledge ? { onKnowledge } : {}),
        })
      : null;
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
