import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { openFhirChart } from '../../chart/adapters/open-chart.ts';
import { createPostgresChart } from '../../chart/adapters/postgres-chart.ts';
import { createWriter } from '../../chart/create-writer.ts';
import { guardChart } from '../../chart/guard-chart.ts';
import { loadSamplePatients } from '../../chart/load-sample-patients.ts';
import { nearTexts } from '../../chart/questions/chart-texts.ts';
import { createDoseAbove } from '../../chart/safety/check-dose.ts';
import { createOrderChecks } from '../../chart/safety/check-orders.ts';
import { createDrugTables } from '../../chart/safety/drug-tables.ts';
import { createJudge } from '../../chart/safety/judge-for-patient.ts';
import { loadSafetyTables } from '../../chart/safety/safety-tables.ts';
import { clinicFlow } from '../../flows/clinic/flow.ts';
import { createNamesOnFile } from '../../flows/clinic/mask-names.ts';
import { clinicOutput } from '../../flows/clinic/output.ts';
import { createPatientReader } from '../../flows/clinic/read-patient.ts';
import { consultFlow } from '../../flows/consult/flow.ts';
import { consultOutput } from '../../flows/consult/output.ts';
import { deskFlow } from '../../flows/desk/flow.ts';
import { deskOutput } from '../../flows/desk/output.ts';
import { createDeskTools } from '../../flows/desk/tools/create-desk-tools.ts';
import { evidenceFlow } from '../../flows/evidence/flow.ts';
import { evidenceOutput } from '../../flows/evidence/output.ts';
import { researchFlow } from '../../flows/research/flow.ts';
import { researchOutput } from '../../flows/research/output.ts';
import { readInstallationKey } from '../../gates/adapters/installation-key.ts';
import { createBackGate } from '../../gates/back/create-back-gate.ts';
import { createFrontGate } from '../../gates/front/create-front-gate.ts';
import { findOrders } from '../../gates/front/injection/find-orders.ts';
import { createNameSeal, KEY_BYTES, NONCE_BYTES } from '../../gates/front/pii/seal-names.ts';
import { once } from '../../language/read-lexicon.ts';
import { createGateway } from '../../llm/create-gateway.ts';
import type { Meaning } from '../../meaning/meaning.port.ts';
import { createActivityLog } from '../../records/activity-log.ts';
import { createApiKeys } from '../../records/api-keys.ts';
import { createApprovals } from '../../records/approvals.ts';
import { createAudit } from '../../records/audit/audit.ts';
import { openCheckpointsLater, pruneCheckpoints } from '../../records/checkpoints.ts';
import { createConversations } from '../../records/conversations.ts';
import type { OpenDatabase } from '../../records/database/open-database.ts';
import { createFeedbacks } from '../../records/feedbacks.ts';
import { createJobs } from '../../records/jobs/jobs.ts';
import { createMemories } from '../../records/memories.ts';
import { createRunRecords } from '../../records/run-records.ts';
import { loadKnowledge } from '../../retrieval/ingest/load-knowledge.ts';
import { createAnswerCheck } from '../../turns/choose-flow.ts';
import { createApprovalDesk } from '../../turns/create-approval-desk.ts';
import { createTurns } from '../../turns/create-turns.ts';
import type { AskFlow } from '../../turns/run-turn.ts';
import { DEMO_TENANT } from '../auth/demo-principals.ts';
import type { ComposeOptions } from '../compose.ts';
import type { loadDeskSettings } from '../desk-settings.ts';
import { createIngestion } from '../documents/create-ingestion.ts';
import { createIndexKeeper } from '../documents/keep-index.ts';
import { fhirSettings, openLogs, openModels } from './from-settings.ts';
import { openSearch } from './open-search.ts';
import { openTools } from './open-tools.ts';

const HOUR_MS = 3_600_000;
const HEARTBEAT_MS = 10_000;
const RESPONSE_CACHE_ENTRIES = 500;
const SMALL_INDEX = 5_000;

/** The literature, policies and patients that ship, and the tables of drugs. */
const KNOWLEDGE = fileURLToPath(new URL('../../../knowledge', import.meta.url));

/** Read with this module, while the database still starts. */
const tables = loadSafetyTables(join(KNOWLEDGE, 'drug-safety'));
/** The most of a drug that an adult takes by mouth in a day, in mg, by each of its names. */
const dailyLimits = once(
  () =>
    new Map(
      tables.doses
        .filter(({ route, unit }) => route === 'oral' && unit === 'mg')
        .flatMap(({ drug, aliases = [], adult }) =>
          [drug, ...aliases].map((name): [string, number] => [name, adult?.max_daily ?? 0]),
        ),
    ),
);
const doseAbove = createDoseAbove(tables);
/** Indexes over them take as long to make as all the rest of a start: they wait for the first question about a drug. */
const drugTables = once(() => createDrugTables(tables));

/** All of Galen around an open database. */
export async function assemble(
  database: OpenDatabase,
  {
    config,
    log,
    isLongLived = false,
    onKnowledge,
    gatewaySettings: { cacheEntries = RESPONSE_CACHE_ENTRIES, ...gatewaySettings } = {},
    meaning,
    patienceMs,
    desk: readingDesk,
  }: Omit<ComposeOptions, 'meaning'> & {
    meaning: Meaning | null;
    desk: ReturnType<typeof loadDeskSettings>;
  },
) {
  const { db } = database;
  const clock = Date.now;
  const newId = randomUUID;
  const instance = newId();
  const patience = patienceMs === undefined ? {} : { limitMs: patienceMs };
  const logProblem = (problem: string, error: unknown) => log.error({ err: error }, problem);
  const searchParts = { db, log, logProblem, isLongLived, meaning };
  const { passages, embedder, reranker, isReady } = await openSearch(config, searchParts);
  const records = createRunRecords({ db, instanceId: instance, clock, newId });
  const audit = createAudit({ db });
  const memories = createMemories({ db });
  const embeddedChart = createPostgresChart({ db, clock, newId });
  const { GALEN_FHIR_URL: fhirUrl } = config;
  const chart = guardChart(
    fhirUrl === undefined
      ? embeddedChart
      : await openFhirChart(fhirSettings({ ...config, GALEN_FHIR_URL: fhirUrl }), { clock, newId }),
  );
  const jobs = createJobs({ db, pool: database.pool, clock, newId, logProblem });
  const chunking = { maxCharacters: config.GALEN_CHUNK_CHARACTERS, overlap: config.GALEN_CHUNK_OVERLAP };
  const keeper = createIndexKeeper({
    passages,
    log,
    // By another embedder than the configured one nothing that is stored is rebuilt: that one may be back at the next start.
    isIdle: !isReady && (await passages.state()).passages > 0,
  });
  const ingestion = createIngestion({
    ...{ jobs, passages, keeper, audit, chunking, clock, newId, logProblem },
    findOrders: (texts) => findOrders(texts, { meaning }),
  });
  const gateway = createGateway({
    ...openModels(config),
    cache: cacheEntries === 0 ? null : new LRUCache({ max: cacheEntries }),
    settings: {
      taskTimeoutMs: config.GALEN_MODEL_TIMEOUT_SECONDS * 1_000,
      firstTokenMs: config.GALEN_MODEL_FIRST_TOKEN_SECONDS * 1_000,
      ...gatewaySettings,
    },
  });
  const { tools, offered } = await openTools(config, {
    passages,
    reranker,
    chart,
    tables,
    drugTables: {
      ofPair: (a, b) => drugTables().ofPair(a, b),
      ofDrug: (drug) => drugTables().ofDrug(drug),
    },
    clock,
    newId,
    logProblem,
  });
  const frontGate = createFrontGate({
    country: config.GALEN_COUNTRY,
    crisisLine: config.GALEN_CRISIS_LINE ?? null,
    maxImageMb: config.GALEN_MAX_IMAGE_MB,
    meaning,
    ...patience,
    dailyLimit: (drug) => dailyLimits().get(drug) ?? null,
  });
  const names = createNameSeal({
    readKey: () =>
      readInstallationKey({ dataDir: config.GALEN_DATA_DIR, newKey: () => randomBytes(KEY_BYTES) }),
    newNonce: () => randomBytes(NONCE_BYTES),
  });
  const approvals = createApprovals({ db });
  const writer = once(() => createWriter({ chart, tables, clock }));
  const writes: ReturnType<typeof writer> = {
    prepareWrite: (...call) => writer().prepareWrite(...call),
    writeToChart: (...call) => writer().writeToChart(...call),
    checkForPatient: (...call) => writer().checkForPatient(...call),
  };
  const contextReach = config.GALEN_CONTEXT_REACH;
  const ports = {
    frontGate,
    backGate: createBackGate(
      { unsupported: config.GALEN_UNSUPPORTED, minConfidence: config.GALEN_MIN_CONFIDENCE },
      { meaning, doseAbove, ...patience },
    ),
    gateway,
    passages,
    reranker,
    records,
    memories,
    contextReach,
  };
  const desk = await readingDesk;
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
        ...writes,
        tools,
        readPatient: createPatientReader({ chart, clock, near: nearTexts(meaning) }),
        judgeFor: createJudge({ chart, tables, clock }),
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
  const feedbacks = createFeedbacks({ db });
  const keys = createApiKeys({ db });
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
    maxRunsPerPerson: config.GALEN_MAX_RUNS_PER_PERSON,
    logProblem,
    clock,
    newId,
    random: Math.random,
    names,
    isAnswered: createAnswerCheck(ports, patienceMs),
  });

  const approvalDesk = createApprovalDesk({ approvals, turns, ...writes, logProblem, clock, newId });

  await records.heartbeat();
  const recovered =
    database.kind === 'attached' ? 0 : await records.recover({ soleOwner: database.soleOwner });
  if (database.kind !== 'attached') {
    keeper.check();
    // A small index is made anew before the first question; a large one while questions are answered by the old one.
    const waitsFor = embedder.embedsLater ? 0 : SMALL_INDEX;
    if ((await passages.state()).passages <= waitsFor) await keeper.settled();
  }
  const ownsKnowledge = database.kind !== 'attached' && config.GALEN_SAMPLE_KNOWLEDGE === 'on';
  const tenantId = DEMO_TENANT;
  const [knowledge] = await Promise.all([
    ownsKnowledge
      ? loadKnowledge({
          folder: KNOWLEDGE,
          tenantId,
          index: passages,
          chunking,
          clock,
          onProgress: onKnowledge,
        })
      : null,
    // Where charts are another server's, its patients are its own.
    ownsKnowledge && fhirUrl === undefined
      ? loadSamplePatients({ folder: join(KNOWLEDGE, 'patients'), tenantId, chart: embeddedChart })
      : null,
  ]);
  // What has just been loaded is found by its words; its vectors follow.
  if (embedder.embedsLater && ownsKnowledge) keeper.check();
  // Says that this process lives, and looks for turns of processes that do not.
  const pulse = setInterval(() => {
    beat().catch((error) => log.warn({ err: error }, 'the heartbeat could not be stored'));
  }, HEARTBEAT_MS).unref();

  return {
    config,
    /** Names this process among all that were and will be. */
    instance,
    flows,
    turns,
    frontGate,
    passages,
    embedder,
    reranker,
    /** How many passages of all are in the index that is being made, or have their vectors; null when nothing is to do. */
    indexing: keeper.progress,
    /** Waits for what is being indexed now. */
    indexed: keeper.settled,
    records,
    conversations,
    memories,
    feedbacks,
    /** By which people and programs sign in. */
    keys,
    audit,
    activity: createActivityLog({ db, feedbacks }),
    /** Asked only on behalf of those who may see charts. */
    chart,
    /** The charts of a FHIR server that the settings allow, asked with a token that it gave to a user of its own. */
    chartWithToken: async (url: string, token: string) => {
      const asUser = { GALEN_FHIR_URL: url, GALEN_FHIR_AUTH: 'bearer', GALEN_FHIR_API_KEY: token } as const;
      return guardChart(await openFhirChart(fhirSettings({ ...config, ...asUser }), { clock, newId }));
    },
    /** The checks of proposals, for orders that an EHR holds. */
    orderChecks: createOrderChecks({ tables, clock }),
    approvalDesk,
    jobs,
    ingestion,
    gateway,
    tools,
    /** The same tools, for clients outside this process. */
    offered,
    database,
    /** What loading the sample knowledge did; null where it was not this process's to do. */
    knowledge,
    /** Turns that a crash had left open and that are now marked interrupted. */
    recovered,
    async close() {
      clearInterval(pulse);
      await turns.settle();
      await tools.close();
      await jobs.close();
      await keeper.close();
      await meaning?.close();
      await database.close();
    },
  };

  async function beat(): Promise<void> {
    await records.heartbeat();
    if (database.kind === 'attached') return;
    await records.recover({ soleOwner: false });
    await approvalDesk.sweep();
    await pruneCheckpoints(database.pool);
  }
}
