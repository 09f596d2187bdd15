import { randomUUID } from 'node:crypto';
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Answer } from '../domain/answer.ts';
import { AskRequest } from '../domain/ask.ts';
import { GalenError } from '../domain/errors.ts';
import { seededRandom } from '../domain/testing/seeded-random.ts';
import type { BudgetLimits } from '../engine/run-context.ts';
import { type FakeModelServer, type Reply, says, status } from '../llm/testing/fake-model-server.ts';
import { startFakeOpenAi } from '../llm/testing/fake-openai.ts';
import { openCheckpoints } from '../records/adapters/checkpoints.ts';
import { demoPrincipal } from './demo-principals.ts';
import { obey } from './testing/obedient-model.ts';
import { type RunningGalen, startGalen } from './testing/start-galen.ts';
import type { AskFlow } from './turns/ask-flow.ts';
import { createTurns } from './turns/create-turns.ts';

const RUN_MS = 20_000;
const PLENTY: BudgetLimits = { llm_calls: 30, tokens: 1_000_000 };

/** What each flow is asked, and by whom, so that its routes are walked. */
const ASKED: Record<string, { as: string; role?: string; messages: string[] }> = {
  evidence: {
    as: 'patient',
    messages: ['What are the side effects of metformin?', 'Is there a cure for zygomorphic rest?'],
  },
  research: {
    as: 'researcher',
    messages: [
      'Compare metformin and sulfonylureas for type 2 diabetes',
      'What are the side effects of metformin?',
      'What changed in blood pressure guidelines from 2017 to 2024?',
      'Điều trị sốc phản vệ từng bước như thế nào?',
    ],
  },
  consult: {
    as: 'patient',
    role: 'patient_diabetes',
    messages: [
      'Xin chào',
      'Bệnh tiểu đường típ 2 nên ăn gì?',
      'What should I do when my blood sugar is low?',
    ],
  },
  desk: {
    as: 'staff-hr',
    messages: [
      'Xin chào',
      'Giá trị cốt lõi là gì, đi muộn có ảnh hưởng đến giá trị nào không?',
      'How do I reset my password?',
    ],
  },
  clinic: {
    as: 'clinician',
    messages: [
      'Hello',
      'Check interactions between warfarin and aspirin',
      'What is first-line treatment for hypertension in CKD?',
      'Check interactions',
    ],
  },
};

let model: FakeModelServer;
let running: RunningGalen;
let checkpointer: BaseCheckpointSaver;
beforeAll(async () => {
  model = await startFakeOpenAi([status(503)]);
  running = await startGalen(
    {
      GALEN_MODEL: 'openai-compatible/test',
      GALEN_MODEL_URL: `${model.url}/v1`,
      GALEN_MODEL_API_KEY: 'k',
      GALEN_MODEL_JSON_SCHEMA: 'on',
    },
    {
      gatewaySettings: {
        cacheEntries: 0,
        maxAttempts: 1,
        breakerFailures: 1_000_000,
        throttleMinRequests: 1_000_000,
      },
    },
  );
  checkpointer = await openCheckpoints(running.galen.database.pool);
});
afterAll(async () => {
  await running.stop();
  await model.close();
});

/** One turn; an answer or an error of the catalogue, and what is on record of it. */
async function turn(flow: AskFlow, message: string, limits = PLENTY) {
  const { as, role = null } = ASKED[flow.name] ?? { as: 'owner' };
  const principal = demoPrincipal(as);
  const { records, audit } = running.galen;
  const turns = createTurns({
    flows: [flow],
    records,
    audit,
    approvals: { ofRun: async () => [] },
    checkpointer,
    limits,
    timeoutMs: RUN_MS,
    maxRuns: 10,
    names: { seal: () => '', open: () => ({}) },
    logProblem: () => undefined,
    clock: Date.now,
    newId: randomUUID,
    random: Math.random,
  });
  const request = AskRequest.parse({ message, role, flow: flow.name });
  const before = model.requests.length;
  try {
    const started = await turns.start(request, principal);
    const answer = Answer.parse(await started.answer.catch((error: unknown) => error).then(asAnswer));
    return { answer, error: null, calls: model.requests.length - before };
  } catch (error) {
    if (!(error instanceof GalenError)) throw error;
    return { answer: null, error, calls: model.requests.length - before };
  }
}

function asAnswer(value: unknown): unknown {
  if (value instanceof Error) throw value;
  return value;
}

/** The trace is one: numbered without a gap, every step ended, in the order of time. */
function expectTrueTrace({ steps, citations, message }: Answer): void {
  expect(steps.map(({ order }) => order)).toEqual(steps.map((_, i) => i + 1));
  expect(steps.every((step) => step.status === 'done')).toBe(true);
  const times = steps.map(({ started_at }) => started_at);
  expect([...times].sort()).toEqual(times);
  for (const { start_pos, end_pos, text } of citations) expect(message.slice(start_pos, end_pos)).toBe(text);
}

const GARBAGE = 'not what was asked';
const FAULTS: Record<string, Reply> = {
  overloaded: status(503),
  'rate-limited': status(429, { 'retry-after': '0' }),
  garbage: says(`}{ ]] ${GARBAGE} \u0007`),
  refusing: says('', 'content-filter'),
  garbled: { kind: 'garbles' },
};

describe.each(Object.keys(ASKED))('the %s flow', (name) => {
  const flowOf = () => running.galen.flows.find((flow) => flow.name === name);

  it('answers with no fault, and at every call of the model that fails in every way', async () => {
    const flow = flowOf();
    if (!flow) throw new Error(`there is no flow ${name}`);
    let asked = 0;
    for (const message of ASKED[name]?.messages ?? []) {
      model.script(obey(seededRandom(1)));
      const { answer, calls } = await turn(flow, message);
      if (!answer) throw new Error(`no answer to ${message}`);
      expectTrueTrace(answer);
      asked += calls;
      for (const [fault, reply] of Object.entries(FAULTS)) {
        for (let failing = 0; failing < calls; failing += 1) {
          const good = obey(seededRandom(1));
          model.script((request, i) => (i >= failing ? reply : good(request)));
          const faulted = await turn(flow, message);
          const place = `${message}: ${fault} from call ${failing}`;
          if (!faulted.answer) throw new Error(`${place}: ${faulted.error.code}`);
          expectTrueTrace(faulted.answer);
          // Free text that says nothing is no fault of the call: a better answer of an earlier round may stand.
          if (fault !== 'garbage') expect(faulted.answer.degraded, place).not.toBeNull();
          expect(faulted.answer.message, place).not.toContain(GARBAGE);
        }
      }
    }
    // A matrix in which no model is asked would show nothing.
    expect(asked).toBeGreaterThan(1);
  }, 300_000);

  it('answers within any budget of model calls', async () => {
    const flow = flowOf();
    if (!flow) throw new Error(`there is no flow ${name}`);
    for (const message of ASKED[name]?.messages ?? []) {
      model.script(obey(seededRandom(2)));
      const { calls } = await turn(flow, message);
      for (let budget = 0; budget < calls; budget += 1) {
        model.script(obey(seededRandom(2)));
        const limited = await turn(flow, message, { ...PLENTY, llm_calls: budget });
        if (!limited.answer) throw new Error(`${message}: ${limited.error.code}`);
        expectTrueTrace(limited.answer);
        expect(limited.answer.usage.llm_calls).toBeLessThanOrEqual(budget);
      }
    }
  }, 300_000);

  it('ends in an error of the catalogue, on record, when any of its steps fails', async () => {
    const flow = flowOf();
    if (!flow) throw new Error(`there is no flow ${name}`);
    model.script([status(503)]);
    let failed = 0;
    for (const [node, step] of Object.entries(flow.flow.nodes)) {
      if (step.kind !== 'node') continue;
      const broken = () => Promise.reject(new Error('a bug'));
      const nodes = { ...flow.flow.nodes, [node]: { ...step, run: broken } };
      for (const message of ASKED[name]?.messages ?? []) {
        const { error } = await turn({ ...flow, flow: { ...flow.flow, nodes } }, message);
        if (!error) continue;
        expect(error.code, node).toBe('FLOW_NODE_FAILED');
        failed += 1;
      }
    }
    expect(failed).toBeGreaterThan(3);
  }, 300_000);
});
