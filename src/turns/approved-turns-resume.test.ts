import { randomUUID } from 'node:crypto';
import { MemorySaver } from '@langchain/langgraph-checkpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Proposal, WriteCall } from '../domain/approval.ts';
import { AskRequest } from '../domain/ask.ts';
import { defineFlow } from '../engine/define-flow.ts';
import { defineNode } from '../engine/define-node.ts';
import { CallReport, ClinicState } from '../flows/clinic/clinic-state.ts';
import { awaitApproval, proposeWrites } from '../flows/clinic/steps/propose-writes.ts';
import { openTurn } from '../flows/shared/open-turn.ts';
import { TurnState } from '../flows/shared/turn-state.ts';
import { createApprovals } from '../records/approvals.ts';
import { createAudit } from '../records/audit/audit.ts';
import { recordMigrations } from '../records/record-migrations.ts';
import { createRunRecords } from '../records/run-records.ts';
import { samplePrincipal } from '../records/testing/sample-records.ts';
import { openTestDatabase, type TestDatabase } from '../records/testing/test-database.ts';
import { createApprovalDesk } from './create-approval-desk.ts';
import { createTurns } from './create-turns.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(recordMigrations);
});
afterAll(() => database.close());

const ME = samplePrincipal({ audience: 'clinician', role: 'doctor' });

/** A turn that proposes one write, in a process in which `failing` throws once when it is told to. */
function setUp() {
  const { db } = database;
  const newId = randomUUID;
  const clock = Date.now;
  let failing = '';
  const written: string[] = [];
  const once = <Port extends object>(port: Port, names: readonly (keyof Port & string)[]): Port => {
    const copy = Object.create(port) as Port;
    for (const name of names) {
      // A cast, because only methods that give promises are named.
      const method = (port[name] as (...args: unknown[]) => Promise<unknown>).bind(port);
      const act = async (...args: unknown[]) => {
        if (failing === `${name} before`) throw fault();
        const result = await method(...args);
        if (failing === `${name} after`) throw fault();
        return result;
      };
      Object.assign(copy, { [name]: act });
    }
    return copy;
  };
  function fault(): Error {
    failing = '';
    // As pg throws when its connection is gone.
    return Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' });
  }
  const records = once(createRunRecords({ db, instanceId: newId(), clock, newId }), [
    'takeUp',
    'events',
    'appendEvents',
    'putBack',
    'finish',
  ]);
  const approvals = once(createApprovals({ db }), ['ofRun', 'settle']);
  const writeToChart = async () => {
    written.push('MedicationRequest/1');
    return 'MedicationRequest/1';
  };
  const prepareWrite = async () => ({
    ok: true as const,
    args: {},
    patient_id: 'p1',
    summary: 's',
    findings: [],
  });
  const ports = {
    approvals,
    records,
    prepareWrite,
    writeToChart,
    approvalMs: 60_000,
    flow: 'clinic' as const,
  };
  const flow = defineFlow({
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
            write_calls: [{ call_id: 'c1', tool: 'prescribe_medication' as const, args: {} }],
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
  const turns = createTurns({
    conversations: { lastAnswer: async () => null },
    flows: [{ name: 'clinic', flow, output: () => ({}) }],
    records,
    audit: createAudit({ db }),
    approvals,
    names: { seal: () => '', open: () => ({}) },
    checkpointer: once(new MemorySaver(), ['getTuple', 'put']),
    timeoutMs: 60_000,
    limits: { llm_calls: 1, tokens: 1 },
    maxRuns: 10,
    logProblem: () => undefined,
    clock,
    newId,
    random: Math.random,
  });
  const desk = createApprovalDesk({ ...ports, turns, logProblem: () => undefined, clock, newId });
  return {
    desk,
    turns,
    records,
    approvals,
    written,
    failNext: (next: string) => {
      failing = next;
    },
    hasFailed: () => failing === '',
  };
}

describe('a turn that has waited, and whose write is approved', () => {
  // Not "put after": a flow whose end is stored does not wait any more, though its write is made.
  it.each([
    'takeUp before',
    'takeUp after',
    'events before',
    'events after',
    'getTuple before',
    'getTuple after',
    'put before',
    'ofRun before',
    'settle before',
    'settle after',
    'finish before',
    'finish after',
  ])('is made and comes to its end in a process that lives on: %s throws once', async (fault) => {
    const { desk, turns, records, approvals, written, failNext, hasFailed } = setUp();
    const started = await turns.start(AskRequest.parse({ message: 'q', flow: 'clinic' }), ME);
    await started.answer;
    const [proposal] = await approvals.ofRun(ME.tenant_id, started.id);
    const call = { run_id: started.id, call_id: 'c1', language: 'en' as const };
    const decision = { decision: 'approve' as const, args_hash: proposal?.args_hash ?? '' };
    failNext(fault);
    // Where the decision itself met the fault, it is made again.
    await desk.decide(ME, call, decision).catch(() => desk.decide(ME, call, decision));
    expect(hasFailed()).toBe(true);
    await desk.sweep();
    const [decided] = await approvals.ofRun(ME.tenant_id, started.id);
    expect(decided?.state).toBe('executed');
    expect((await records.get(ME, started.id))?.status).toBe('done');
    expect(written.length).toBeGreaterThan(0);
  });

  it('is resumed by the next sweep even if it could not be put back at once', async () => {
    const { desk, turns, records, approvals, failNext } = setUp();
    const started = await turns.start(AskRequest.parse({ message: 'q', flow: 'clinic' }), ME);
    await started.answer;
    const [proposal] = await approvals.ofRun(ME.tenant_id, started.id);
    const putBack = records.putBack.bind(records);
    let refusals = 2;
    records.putBack = async (...args) => {
      refusals -= 1;
      if (refusals > 0) throw new Error('Connection terminated unexpectedly');
      return putBack(...args);
    };
    failNext('getTuple before');
    const call = { run_id: started.id, call_id: 'c1', language: 'en' as const };
    await desk.decide(ME, call, { decision: 'approve', args_hash: proposal?.args_hash ?? '' });
    expect((await records.get(ME, started.id))?.status).toBe('running');
    await desk.sweep();
    expect((await records.get(ME, started.id))?.status).toBe('done');
    expect((await approvals.ofRun(ME.tenant_id, started.id))[0]?.state).toBe('executed');
  });
});
