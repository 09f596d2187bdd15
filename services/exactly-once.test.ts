import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createPostgresChart } from '../src/chart/adapters/postgres-chart.ts';
import type { Chart } from '../src/chart/chart.port.ts';
import { createWriter } from '../src/chart/create-writer.ts';
import { guardChart } from '../src/chart/guard-chart.ts';
import { chartMigrations } from '../src/chart/migrations/chart-migrations.ts';
import { loadSafetyTables } from '../src/chart/safety/safety-tables.ts';
import { type Fault, type FhirServer, startFhirServer } from '../src/chart/testing/fhir-server.ts';
import { FHIR_TENANT, openFhirChart } from '../src/chart/testing/open-fhir-chart.ts';
import { sampleClinician, sampleMedication, samplePatient } from '../src/chart/testing/sample-resources.ts';
import { Proposal, WriteCall } from '../src/domain/approval.ts';
import { AskRequest } from '../src/domain/ask.ts';
import { GalenError } from '../src/domain/errors.ts';
import { sampleOrAll } from '../src/domain/testing/long-runs.ts';
import { seededRandom } from '../src/domain/testing/seeded-random.ts';
import { defineFlow } from '../src/engine/define-flow.ts';
import { defineNode } from '../src/engine/define-node.ts';
import { CallReport, ClinicState } from '../src/flows/clinic/clinic-state.ts';
import { awaitApproval, type ProposePorts, proposeWrites } from '../src/flows/clinic/steps/propose-writes.ts';
import { openTurn } from '../src/flows/shared/open-turn.ts';
import { TurnState } from '../src/flows/shared/turn-state.ts';
import { createApprovals } from '../src/records/approvals.ts';
import { createAudit } from '../src/records/audit/audit.ts';
import { openCheckpoints } from '../src/records/checkpoints.ts';
import { recordMigrations } from '../src/records/record-migrations.ts';
import { createRunRecords } from '../src/records/run-records.ts';
import { openTestDatabase, type TestDatabase } from '../src/records/testing/test-database.ts';
import { createApprovalDesk } from '../src/turns/create-approval-desk.ts';
import { createTurns } from '../src/turns/create-turns.ts';

const HOUR_MS = 3_600_000;
const ROUNDS = { embedded: sampleOrAll(60, 500), fhir: sampleOrAll(12, 100) };
const tables = loadSafetyTables(fileURLToPath(new URL('../knowledge/drug-safety', import.meta.url)));

let database: TestDatabase;
let checkpoints: BaseCheckpointSaver;
beforeAll(async () => {
  database = await openTestDatabase([...recordMigrations, ...chartMigrations]);
  checkpoints = await openCheckpoints(database.pool);
});
afterAll(() => database.close());

/** How a process fares: before or after anything it does it may die or meet a fault that passes; its chart may be away. */
interface Fate {
  random: () => number;
  dies: number;
  falters: number;
  chartFails: number;
}

class Gone extends Error {}

/** Where charts are kept. */
interface Hospital {
  tenantId: string;
  /** A chart for one process; one that is hurried gives up on a slow server. */
  openChart(pace: 'calm' | 'hurried'): Chart;
  /** Lets the next requests to the server go wrong. */
  trouble(random: () => number): void;
  /** Ends what is left of the trouble. */
  calmDown(): Promise<void>;
}

interface Case {
  hospital: Hospital;
  patientId: string;
  calls: (typeof TURNS)[number];
  clock: () => number;
}

/** A process with everything it needs for turns that propose a prescription. Dead, it does nothing more. */
function startProcess(
  { hospital, patientId, calls, clock }: Case,
  { random, dies, falters, chartFails }: Fate,
) {
  const chart = hospital.openChart(chartFails > 0 ? 'hurried' : 'calm');
  let isDead = false;
  const around = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    const meet = () => {
      if (random() < dies) isDead = true;
      if (isDead) throw new Gone('the process is gone');
      if (random() < falters) throw new Error('Connection terminated unexpectedly');
    };
    meet();
    const result = await act();
    meet();
    return result;
  };
  const mortal = <Port extends object>(port: Port, names: readonly (keyof Port)[]): Port => {
    const copy = Object.create(port) as Port;
    for (const name of names) {
      // A cast, because only methods that give promises are named.
      const method = (port[name] as (...args: unknown[]) => Promise<unknown>).bind(port);
      Object.assign(copy, { [name]: (...args: unknown[]) => around(() => method(...args)) });
    }
    return copy;
  };
  const away = () => {
    if (random() < chartFails) throw new GalenError('CHART_UNAVAILABLE');
  };
  const failing: Chart = {
    ...chart,
    async createOnce(principal, resource, once) {
      away();
      const created = await around(() => chart.createOnce(principal, resource, once));
      away();
      return created;
    },
    async changeOnce(principal, change, once) {
      away();
      const changed = await around(() => chart.changeOnce(principal, change, once));
      away();
      return changed;
    },
  };
  const { db } = database;
  const newId = randomUUID;
  const records = mortal(createRunRecords({ db, instanceId: newId(), clock, newId }), [
    'begin',
    'finish',
    'takeUp',
    'putBack',
    'events',
  ]);
  const approvals = mortal(createApprovals({ db }), [
    'propose',
    'decide',
    'revise',
    'settle',
    'ofRun',
    'decidedRuns',
  ]);
  const writer = createWriter({ chart: guardChart(failing), tables, clock });
  const ports = { approvals, ...writer, records, approvalMs: HOUR_MS, flow: 'clinic' as const };
  const flow = writingFlow(ports, patientId, calls);
  const turns = createTurns({
    conversations: { lastAnswer: async () => null },
    flows: [{ name: 'clinic', flow, output: () => ({}) }],
    records,
    audit: createAudit({ db }),
    approvals,
    names: { seal: () => '', open: () => ({}) },
    checkpointer: mortal(checkpoints, ['put', 'putWrites', 'getTuple']),
    timeoutMs: 60_000,
    limits: { llm_calls: 1, tokens: 1 },
    maxRuns: 100,
    logProblem: () => undefined,
    clock,
    newId,
    random,
  });
  const desk = createApprovalDesk({ ...ports, turns, logProblem: () => undefined, clock, newId });
  return { turns, desk, records, approvals };
}

const ORDER = { dose: '500 mg', frequency: 'three times a day' };
const EDITED = { dose: '250 mg', frequency: 'twice a day' };
const prescribe = (medication: string) => ({
  tool: 'prescribe_medication' as const,
  args: { ...ORDER, medication },
});
const change = (medication: string, args: object) => ({
  tool: 'change_medication' as const,
  args: { medication, ...args },
});
/** What a turn proposes; what is changed is on the chart before. */
const TURNS = [
  [prescribe('amoxicillin')],
  [prescribe('amoxicillin'), prescribe('paracetamol')],
  [change('cetirizine', { action: 'stop', reason: 'no longer needed' })],
  [change('omeprazole', { action: 'change', dose: '40 mg' })],
  [change('cetirizine', { action: 'hold' }), change('omeprazole', { action: 'change', by: 'x2' })],
  [change('cetirizine', { action: 'stop' }), prescribe('amoxicillin')],
] as const;
const BEFORE = ['cetirizine', 'omeprazole'] as const;

/** The part of the clinic flow that this is about. */
function writingFlow(
  ports: ProposePorts & Parameters<typeof openTurn>[0] & Parameters<typeof awaitApproval>[0],
  patient_id: string,
  calls: Case['calls'],
) {
  const write_calls = calls.map(({ tool, args }, i) => ({
    call_id: `c${i + 1}`,
    tool,
    args: { patient_id, ...args },
  }));
  return defineFlow({
    name: 'writing',
    state: TurnState.extend({
      write_calls: z.array(WriteCall),
      reports: z.array(CallReport),
      proposals: z.array(Proposal),
      missing: ClinicState.shape.missing,
      unclear: ClinicState.shape.unclear,
      parsed_request: ClinicState.shape.parsed_request,
      clinical_context: ClinicState.shape.clinical_context,
    }),
    maxSteps: 10,
    start: 'ask',
    nodes: {
      ask: defineNode({
        reads: z.object({}),
        outcomes: ['asked'],
        run: () => ({
          outcome: 'asked' as const,
          writes: {
            question: 'q',
            language: 'en' as const,
            write_calls,
          },
        }),
      }),
      openTurn: openTurn(ports),
      proposeWrites: proposeWrites(ports),
      awaitApproval: awaitApproval(ports),
    },
    routes: {
      ask: { asked: 'openTurn' },
      openTurn: { opened: 'proposeWrites', crisis: 'end' },
      proposeWrites: { proposed: 'awaitApproval', refused: 'end', unclear: 'end' },
      awaitApproval: { settled: 'end' },
    },
  });
}

const CALM = { dies: 0, falters: 0, chartFails: 0 };

/** One turn, decided on through crashes and outages by random hands, until nothing moves any more. */
async function storm(hospital: Hospital, seed: number) {
  const random = seededRandom(seed);
  let now = Date.now();
  const clock = () => now;
  const { tenantId } = hospital;
  const clinician = sampleClinician(tenantId);
  const chart = hospital.openChart('calm');
  const once = { identifier: randomUUID() };
  const { resource: patient } = await chart.createOnce(clinician, samplePatient(), once);
  for (const text of BEFORE) {
    const order = sampleMedication(patient.id, {
      medicationCodeableConcept: { text },
      dosageInstruction: [{ text: '20 mg by mouth once a day' }],
    });
    await chart.createOnce(clinician, order, { identifier: randomUUID() });
  }
  const calls = TURNS[Math.floor(random() * TURNS.length)] ?? TURNS[0];
  const situation: Case = { hospital, patientId: patient.id, calls, clock };
  const start = (fate: Omit<Fate, 'random'>) => startProcess(situation, { random, ...fate });
  const startRough = () =>
    start({ dies: random() * 0.04, falters: random() * 0.06, chartFails: random() * 0.5 });

  const begin = start({ ...CALM, dies: random() < 0.2 ? 0.05 : 0 });
  const request = AskRequest.parse({ message: 'prescribe', flow: 'clinic' });
  const started = await begin.turns.start(request, clinician).catch(() => null);
  await started?.answer.catch(() => undefined);
  const calm = start(CALM);
  if (started) {
    if (random() < 0.1) now += 2 * HOUR_MS;
    // Those who come later see what those before them have edited.
    for (const most of [3, 2, 2]) {
      const processes = [startRough(), ...(random() < 0.5 ? [startRough()] : [])];
      hospital.trouble(random);
      const shown = await calm.approvals.ofRun(tenantId, started.id);
      const clicks = shown.flatMap((proposal) =>
        Array.from({ length: Math.ceil(random() * most) }, () => proposal),
      );
      await Promise.allSettled(clicks.map((proposal, i) => click(proposal, processes[i % processes.length])));
    }
    for (let restarts = Math.floor(random() * 3); restarts > 0; restarts -= 1) {
      const next = startRough();
      await next.records.recover({ soleOwner: true });
      await next.desk.sweep().catch(() => undefined);
    }
  }
  await hospital.calmDown();
  await calm.records.recover({ soleOwner: true });
  for (let i = 0; i < 3; i += 1) await calm.desk.sweep();
  const proposals = started ? await calm.approvals.ofRun(tenantId, started.id) : [];
  const run = started ? await calm.records.get(clinician, started.id) : null;
  return { chart, clinician, patientId: patient.id, proposals, status: run?.status };

  async function click(proposal: Proposal, process?: ReturnType<typeof startProcess>) {
    const { run_id, call_id } = proposal;
    const chance = random();
    const decision = chance < 0.6 ? 'approve' : chance < 0.72 ? 'reject' : 'edit';
    const args_hash = random() < 0.1 ? 'stale' : proposal.args_hash;
    const edited = proposal.args.action === undefined ? EDITED : { reason: 'edited' };
    const args = decision === 'edit' ? { args: { ...proposal.args, ...edited } } : {};
    const call = { run_id, call_id, language: 'en' as const };
    await process?.desk.decide(clinician, call, { decision, args_hash, reason: 'seen', ...args });
  }
}

/** All that the patient has been prescribed, and how often each was written. */
async function prescribed({ chart, clinician, patientId }: Awaited<ReturnType<typeof storm>>) {
  const { resources } = await chart.search(clinician, {
    resourceType: 'MedicationRequest',
    parameters: [['patient', `Patient/${patientId}`]],
    count: 20,
    offset: 0,
  });
  return Promise.all(
    resources.map(async (resource) => ({
      id: resource.id,
      text: JSON.stringify(resource),
      status: 'status' in resource ? resource.status : undefined,
      versions: (await chart.history(clinician, 'MedicationRequest', resource.id)).length,
    })),
  );
}

async function expectExactlyOnce(hospital: Hospital, rounds: number, firstSeed: number) {
  const ends: Record<string, number> = {};
  const count = (what: string) => {
    ends[what] = (ends[what] ?? 0) + 1;
  };
  for (let seed = firstSeed; seed < firstSeed + rounds; seed += 1) {
    const end = await storm(hospital, seed);
    const written = await prescribed(end);
    const executed = end.proposals.filter(({ state }) => state === 'executed');
    // Neither more than was approved, under whatever identifier, nor less.
    const isNew = ({ args }: Proposal) => args.action === undefined || args.action === 'change';
    const made = BEFORE.length + executed.filter(isNew).length;
    expect(written, `seed ${seed}`).toHaveLength(made);
    const changes = executed.filter(({ tool }) => tool === 'change_medication');
    const versions = written.reduce((sum, one) => sum + one.versions, 0);
    expect(versions, `seed ${seed}: each change once`).toBe(made + changes.length);
    for (const proposal of executed) {
      const { run_id, call_id, args } = proposal;
      const own = written.filter(({ text }) => text.includes(`"${run_id}/${call_id}"`));
      expect(own, `seed ${seed}: ${call_id}`).toMatchObject([{ versions: isNew(proposal) ? 1 : 2 }]);
      const said = String(isNew(proposal) ? args.dose : (args.reason ?? ''));
      expect(own[0]?.text, `seed ${seed}: what was approved, as it was edited`).toContain(said);
      const ended = written.find(({ id }) => id === args.order_id);
      if (ended)
        expect(ended, `seed ${seed}`).toMatchObject({
          status: args.action === 'hold' ? 'on-hold' : 'stopped',
          versions: 2,
        });
      if (ended) count(`executed ${String(args.action)}`);
      if (args.dose === EDITED.dose || args.reason === 'edited') count('executed after an edit');
    }
    if (end.proposals.length === 0) count('never proposed');
    const isDecided = end.proposals.every(({ state }) => state !== 'pending');
    for (const { state } of end.proposals) {
      count(state);
      // Nothing is given up, and an approved write only waits where its run waits for another decision.
      const allowed = ['executed', 'rejected', 'expired', ...(isDecided ? [] : ['pending', 'approved'])];
      expect(allowed, `seed ${seed}`).toContain(state);
    }
    // Nothing that ended still waits.
    expect(end.status, `seed ${seed}`).not.toBe('running');
    if (isDecided) expect(end.status, `seed ${seed}`).not.toBe('waiting');
  }
  return ends;
}

function embeddedHospital(): Hospital {
  return {
    tenantId: 'storms',
    openChart: () => createPostgresChart({ db: database.db, clock: Date.now, newId: randomUUID }),
    trouble: () => undefined,
    calmDown: async () => undefined,
  };
}

const MAX_FAULTS = 4;
/** Longer than a request takes on a busy machine, and short enough to be waited for. */
const HURRIED_MS = 500;

/** Faults that pass: none of them says that the server will not have it. */
function faultsOf({ url }: FhirServer): readonly Fault[] {
  return [
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503 },
    { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
    { kind: 'hangs' },
    { kind: 'resets' },
    { kind: 'loses-the-answer' },
    { kind: 'loses-the-answer' },
    { kind: 'truncates' },
    { kind: 'redirects', to: `${url}/metadata` },
    { kind: 'sends', body: '<html>502</html>', type: 'text/html' },
    { kind: 'sends', body: '{"resourceType":"Bundle"' },
  ];
}

function fhirHospital(server: FhirServer): Hospital {
  const faults = faultsOf(server);
  return {
    tenantId: FHIR_TENANT,
    openChart: (pace) =>
      openFhirChart(server.url, { timeoutMs: pace === 'hurried' ? HURRIED_MS : 10_000 }).chart,
    trouble(random) {
      for (let i = Math.floor(random() * (MAX_FAULTS + 1)); i > 0; i -= 1) {
        const fault = faults[Math.floor(random() * faults.length)];
        if (fault) server.fail(fault);
      }
    },
    async calmDown() {
      const take = () => fetch(`${server.url}/metadata`, { signal: AbortSignal.timeout(50) });
      for (let i = 0; i < 3 * MAX_FAULTS; i += 1) await take().catch(() => undefined);
    },
  };
}

describe('an approved write', () => {
  it(`is made exactly once in the embedded chart, and one that was not approved never: ${ROUNDS.embedded} storms`, async () => {
    const ends = await expectExactlyOnce(embeddedHospital(), ROUNDS.embedded, 1);
    console.info(`Ends of ${ROUNDS.embedded} storms on the embedded chart:`, ends);
    expect(ends.executed).toBeGreaterThan(ROUNDS.embedded * 0.3);
    expect(ends['executed after an edit']).toBeGreaterThan(ROUNDS.embedded * 0.02);
    expect(ends.rejected).toBeGreaterThan(ROUNDS.embedded * 0.06);
    expect(ends.expired).toBeGreaterThan(ROUNDS.embedded * 0.02);
  }, 1_500_000);

  it(`is made exactly once on a FHIR server: ${ROUNDS.fhir} storms`, async () => {
    const server = await startFhirServer();
    try {
      const ends = await expectExactlyOnce(fhirHospital(server), ROUNDS.fhir, 10_001);
      console.info(`Ends of ${ROUNDS.fhir} storms on a FHIR server:`, ends);
      expect(ends.executed).toBeGreaterThan(ROUNDS.fhir * 0.3);
    } finally {
      await server.close();
    }
  }, 1_500_000);
});
