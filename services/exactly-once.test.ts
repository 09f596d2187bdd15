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
import { PROPOSAL_SYSTEM } from '../src/chart/proposal-identifier.ts';
import { loadSafetyTables } from '../src/chart/safety/safety-tables.ts';
import { startFhirServer } from '../src/chart/testing/fhir-server.ts';
import { FHIR_TENANT, openFhirChart } from '../src/chart/testing/open-fhir-chart.ts';
import { sampleClinician, samplePatient } from '../src/chart/testing/sample-resources.ts';
import { Proposal, WriteCall } from '../src/domain/approval.ts';
import { AskRequest } from '../src/domain/ask.ts';
import { GalenError } from '../src/domain/errors.ts';
import { seededRandom } from '../src/domain/testing/seeded-random.ts';
import { defineFlow } from '../src/engine/define-flow.ts';
import { defineNode } from '../src/engine/define-node.ts';
import { createApprovalDesk } from '../src/entry/approvals/create-approval-desk.ts';
import { createTurns } from '../src/entry/turns/create-turns.ts';
import { TurnState } from '../src/flows/turn-state.ts';
import { awaitApproval } from '../src/nodes/clinic/await-approval.ts';
import { CallReport } from '../src/nodes/clinic/clinic-state.ts';
import { type ProposePorts, proposeWrites } from '../src/nodes/clinic/propose-writes.ts';
import { openTurn } from '../src/nodes/shared/open-turn.ts';
import { openCheckpoints } from '../src/records/adapters/checkpoints.ts';
import { createApprovals } from '../src/records/adapters/postgres-approvals.ts';
import { createAudit } from '../src/records/adapters/postgres-audit.ts';
import { createRunRecords } from '../src/records/adapters/postgres-run-records.ts';
import { recordMigrations } from '../src/records/migrations/record-migrations.ts';
import { openTestDatabase, type TestDatabase } from '../src/records/testing/test-database.ts';

const HOUR_MS = 3_600_000;
const ROUNDS = { embedded: 500, fhir: 100 };
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

/** A process with everything it needs for turns that propose a prescription. Dead, it does nothing more. */
function startProcess(
  chart: Chart,
  patientId: string,
  clock: () => number,
  { random, dies, falters, chartFails }: Fate,
) {
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
  const approvals = mortal(createApprovals({ db }), ['propose', 'decide', 'settle', 'ofRun', 'decidedRuns']);
  const writer = createWriter({ chart: guardChart(failing), tables, clock });
  const ports = { approvals, ...writer, records, approvalMs: HOUR_MS, flow: 'clinic' as const };
  const flow = writingFlow(ports, patientId);
  const turns = createTurns({
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

/** The part of the clinic flow that this is about. */
function writingFlow(
  ports: ProposePorts & Parameters<typeof openTurn>[0] & Parameters<typeof awaitApproval>[0],
  patient_id: string,
) {
  const args = { patient_id, medication: 'amoxicillin', dose: '500 mg', frequency: 'three times a day' };
  return defineFlow({
    name: 'writing',
    state: TurnState.extend({
      write_calls: z.array(WriteCall),
      reports: z.array(CallReport),
      proposals: z.array(Proposal),
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
            write_calls: [{ call_id: 'c1', tool: 'prescribe_medication' as const, args }],
          },
        }),
      }),
      openTurn: openTurn(ports),
      proposeWrites: proposeWrites(ports),
      awaitApproval: awaitApproval(ports),
    },
    routes: {
      ask: { asked: 'openTurn' },
      openTurn: { opened: 'proposeWrites' },
      proposeWrites: { proposed: 'awaitApproval', refused: 'end' },
      awaitApproval: { settled: 'end' },
    },
  });
}

const CALM = { dies: 0, falters: 0, chartFails: 0 };

/** One turn, decided on through crashes and outages by random hands, until nothing moves any more. */
async function storm(chart: Chart, tenantId: string, patientId: string, seed: number) {
  const random = seededRandom(seed);
  let now = Date.now();
  const clock = () => now;
  const clinician = sampleClinician(tenantId);
  const rough = () => ({
    random,
    dies: random() * 0.08,
    falters: random() * 0.08,
    chartFails: random() * 0.5,
  });
  const begin = startProcess(chart, patientId, clock, { random, ...CALM, dies: random() < 0.2 ? 0.05 : 0 });
  const request = AskRequest.parse({ message: 'prescribe', flow: 'clinic' });
  const started = await begin.turns.start(request, clinician).catch(() => null);
  await started?.answer.catch(() => undefined);
  const runId = started?.id ?? null;
  const calm = startProcess(chart, patientId, clock, { random, ...CALM });
  if (runId !== null) {
    const wanted = random() < 0.75 ? ('approve' as const) : ('reject' as const);
    if (random() < 0.1) now += 2 * HOUR_MS;
    const [proposal] = await calm.approvals.ofRun(tenantId, runId);
    const clicks = 1 + Math.floor(random() * 4);
    const processes = [startProcess(chart, patientId, clock, rough())];
    if (random() < 0.5) processes.push(startProcess(chart, patientId, clock, rough()));
    await Promise.allSettled(
      Array.from({ length: clicks }, (_, i) => {
        const { desk } = processes[i % processes.length] as (typeof processes)[number];
        const args_hash = random() < 0.1 ? 'stale' : (proposal?.args_hash ?? '');
        const decision = { decision: wanted, args_hash, reason: 'seen' };
        return desk.decide(clinician, { run_id: runId, call_id: 'c1', language: 'en' }, decision);
      }),
    );
    for (let restarts = Math.floor(random() * 3); restarts > 0; restarts -= 1) {
      const next = startProcess(chart, patientId, clock, rough());
      await next.records.recover({ soleOwner: true });
      await next.desk.look().catch(() => undefined);
    }
  }
  await calm.records.recover({ soleOwner: true });
  for (let i = 0; i < 3; i += 1) await calm.desk.look();
  if (runId === null) return null;
  const [proposal] = await calm.approvals.ofRun(tenantId, runId);
  const run = await calm.records.get(clinician, runId);
  return { runId, clinician, proposal, status: run?.status };
}

async function written(chart: Chart, tenantId: string, runId: string) {
  const clinician = sampleClinician(tenantId);
  const parameters = [['identifier', `${PROPOSAL_SYSTEM}|${runId}/c1`]] as const;
  const found = await chart.search(clinician, {
    resourceType: 'MedicationRequest',
    parameters,
    count: 10,
    offset: 0,
  });
  const versions = await Promise.all(
    found.resources.map(({ id }) => chart.history(clinician, 'MedicationRequest', id)),
  );
  return versions.map((history) => history.length);
}

async function expectExactlyOnce(chart: Chart, tenantId: string, rounds: number, firstSeed: number) {
  const clinician = sampleClinician(tenantId);
  const { resource: patient } = await chart.createOnce(clinician, samplePatient(), {
    identifier: randomUUID(),
  });
  const ends: Record<string, number> = {};
  for (let seed = firstSeed; seed < firstSeed + rounds; seed += 1) {
    const end = await storm(chart, tenantId, patient.id, seed);
    const state = end?.proposal?.state ?? 'never proposed';
    ends[state] = (ends[state] ?? 0) + 1;
    if (end === null) continue;
    const expected = state === 'executed' ? [1] : [];
    expect(await written(chart, tenantId, end.runId), `seed ${seed}: ${state}`).toEqual(expected);
    // Nothing that a person approved is left undone, and nothing that ended still waits.
    expect(state, `seed ${seed}`).not.toBe('approved');
    if (state !== 'pending') expect(end.status, `seed ${seed}`).not.toBe('running');
  }
  return ends;
}

describe('an approved write', () => {
  it('is made exactly once in the embedded chart, and one that was not approved never: 500 storms', async () => {
    const chart = createPostgresChart({ db: database.db, clock: Date.now, newId: randomUUID });
    const ends = await expectExactlyOnce(chart, 'storms', ROUNDS.embedded, 1);
    console.info('Ends of 500 storms on the embedded chart:', ends);
    expect(ends.executed).toBeGreaterThan(ROUNDS.embedded * 0.4);
    expect(ends.rejected).toBeGreaterThan(ROUNDS.embedded * 0.06);
    expect(ends.expired).toBeGreaterThan(ROUNDS.embedded * 0.02);
  }, 600_000);

  it('is made exactly once on a FHIR server: 100 storms', async () => {
    const server = await startFhirServer();
    try {
      const { chart } = openFhirChart(server.url, { auth: { kind: 'none' } });
      const ends = await expectExactlyOnce(chart, FHIR_TENANT, ROUNDS.fhir, 10_001);
      console.info('Ends of 100 storms on a FHIR server:', ends);
      expect(ends.executed).toBeGreaterThan(ROUNDS.fhir * 0.4);
    } finally {
      await server.close();
    }
  }, 600_000);
});
