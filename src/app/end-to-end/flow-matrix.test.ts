import { randomUUID } from 'node:crypto';
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Answer } from '../../domain/answer.ts';
import { AskRequest } from '../../domain/ask.ts';
import { GalenError } from '../../domain/errors.ts';
import { isLongRun, sampleOrAll } from '../../domain/testing/long-runs.ts';
import { seededRandom } from '../../domain/testing/seeded-random.ts';
import type { BudgetLimits } from '../../engine/create-run-context.ts';
import type { Flow } from '../../engine/define-flow.ts';
import { stepName } from '../../engine/draw-flow.ts';
import { type FakeModelServer, type Reply, says, status } from '../../llm/testing/fake-model-server.ts';
import { startFakeOpenAi } from '../../llm/testing/fake-openai.ts';
import { openCheckpoints } from '../../records/checkpoints.ts';
import { createTurns } from '../../turns/create-turns.ts';
import type { AskFlow } from '../../turns/run-turn.ts';
import { demoPrincipal } from '../auth/demo-principals.ts';
import { obey } from '../testing/obedient-model.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

const RUN_MS = 20_000;
const PLENTY: BudgetLimits = { llm_calls: 30, tokens: 1_000_000 };

/** What each flow is asked, and by whom, so that its routes are walked. */
const ASKED: Record<string, { as: string; role?: string; patient?: string; messages: string[] }> = {
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
      'Compare zygomorphic rest with floral symmetry',
    ],
  },
  consult: {
    as: 'patient',
    role: 'patient_diabetes',
    messages: [
      'Xin chào',
      'Bệnh tiểu đường típ 2 nên ăn gì?',
      'What should I do when my blood sugar is low?',
      'Is there a cure for zygomorphic rest?',
    ],
  },
  desk: {
    as: 'staff-hr',
    messages: [
      'Xin chào',
      'Giá trị cốt lõi là gì, đi muộn có ảnh hưởng đến giá trị nào không?',
      'How long are firewall logs kept?',
      'Zygomorphic quixotry?',
    ],
  },
  clinic: {
    as: 'clinician',
    patient: 'gal-0001',
    messages: [
      'Hello',
      'Check interactions between warfarin and aspirin',
      'What is first-line treatment for hypertension in CKD?',
      'Check interactions',
      'Review the chart, check interactions with ibuprofen and suggest alternatives',
      'Prescribe ibuprofen 400 mg three times a day',
      'Review the chart and add an allergy to penicillin',
      'Review the chart and find trials for zygomorphic quixotry',
      'Why is the kidney function of this patient falling?',
      'Prescribe bisoprolol',
      'Check interactions between warfarin and aspirin, then prescribe ibuprofen 400 mg three times a day',
      'What was the last creatinine?',
      'Calculate the anion gap',
    ],
  },
};

/** Outcomes that take a store that is away, a ranker that judges, a person's decision or a very odd model: other tests walk them. */
const ELSEWHERE: Record<string, string[]> = {
  evidence: [
    'back-gate:unsure',
    'front-gate:refuse',
    'open-turn:crisis',
    'generate-answer:insufficient',
    'quote-evidence:nothing-to-quote',
    'quote-nearest:nothing-to-quote',
    'quote-nearest:quoted',
  ],
  research: [
    'back-gate:unsure',
    'front-gate:refuse',
    'open-turn:crisis',
    'look-elsewhere:answered',
    'quote-sources:nothing-to-quote',
    'reflect-on-answer:unverified',
    'synthesize-answer:insufficient',
  ],
  consult: [
    'back-gate:unsure',
    'compose-answer:insufficient',
    'fallback:done',
    'front-gate:refuse',
    'open-turn:crisis',
    'look-elsewhere:answered',
    'quote-answer:nothing-to-quote',
    'retrieve-flow/classify-topic:unreachable',
    'retrieve-flow/retrieve-from-kb:unreachable',
    'retrieve-flow:fallback',
  ],
  desk: [
    'back-gate:unsure',
    'front-gate:refuse',
    'open-turn:crisis',
    'look-elsewhere:answered',
    'quote-statements:nothing-to-quote',
  ],
  clinic: [
    'abstain:done',
    'assess-result:needs-more-action',
    'assess-result:needs-user-input',
    'await-approval:settled',
    'choose-strategy:retry_same',
    'execute-lookup:invalid',
    'execute-lookup:retry',
    'extract-tool-needs:none',
    'fix-lookup:fixed',
    'fix-lookup:needs-input',
    'fix-plan:fixed',
    'fix-plan:needs-input',
    'front-gate:refuse',
    'open-turn:crisis',
    'propose-writes:refused',
    'propose-writes:unclear',
    'quote-results:nothing-to-quote',
    'recall-knowledge:recalled',
    'settle-missing:clarify',
    'settle-missing:skip',
    'synthesize-response:insufficient',
    'synthesize-response:nothing',
    'validate-lookup:invalid',
    'validate-plan:invalid',
  ],
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
  const { as, role = null, patient = null } = ASKED[flow.name] ?? { as: 'owner' };
  const principal = demoPrincipal(as);
  const { records, audit } = running.galen;
  const turns = createTurns({
    conversations: { lastAnswer: async () => null },
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
  const request = AskRequest.parse({ message, role, patient_id: patient, flow: flow.name });
  const before = model.requests.length;
  let id: string | null = null;
  try {
    const started = await turns.start(request, principal);
    id = started.id;
    const answer = Answer.parse(await started.answer);
    for (const { node, outcome } of answer.steps) walkedOf(flow.name).add(`${node}:${outcome}`);
    return { answer, error: null, record: null, calls: model.requests.length - before };
  } catch (error) {
    if (!(error instanceof GalenError)) throw error;
    const record = id === null ? null : await records.get(principal, id);
    return { answer: null, error, record, calls: model.requests.length - before };
  }
}

/** Which outcomes of which steps the turns of a flow have had. */
const walked = new Map<string, Set<string>>();
function walkedOf(name: string): Set<string> {
  const known = walked.get(name) ?? new Set<string>();
  walked.set(name, known);
  return known;
}

/** A flow's outcomes by the names of the trace, those of the flows inside it among them. */
function outcomesOf(flow: Pick<Flow, 'nodes' | 'routes'>, prefix = ''): string[] {
  return Object.entries(flow.nodes).flatMap(([key, step]) => [
    ...Object.keys(flow.routes[key] ?? {}).map((outcome) => `${prefix}${stepName(key)}:${outcome}`),
    ...(step.kind === 'sub-flow' ? outcomesOf(step.flow, `${stepName(key)}/`) : []),
  ]);
}

/** The flow with one of its steps broken, by its name in the trace. */
function breakStep<Broken extends Pick<Flow, 'nodes'>>(flow: Broken, name: string): Broken {
  const [head = '', ...rest] = name.split('/');
  const nodes = Object.entries(flow.nodes).map(([key, step]) => {
    if (stepName(key) !== head) return [key, step];
    if (step.kind === 'sub-flow') return [key, { ...step, flow: breakStep(step.flow, rest.join('/')) }];
    return [key, { ...step, run: () => Promise.reject(new Error('a bug')) }];
  });
  return { ...flow, nodes: Object.fromEntries(nodes) };
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
const FAULTS = {
  overloaded: status(503),
  'rate-limited': status(429, { 'retry-after': '0' }),
  garbage: says(`}{ ]] ${GARBAGE} \u0007`),
  refusing: says('', 'content-filter'),
  garbled: { kind: 'garbles' },
} satisfies Record<string, Reply>;

const PLACES = {
  'from call': (call: number, failing: number) => call >= failing,
  'at call': (call: number, failing: number) => call === failing,
};

interface PlacedFault {
  fault: keyof typeof FAULTS;
  failing: number;
  how: keyof typeof PLACES;
}

/** In the sample one in so many faults of a message is tried: a number that shares no factor with those of the matrix. */
const ONE_IN = 47;
/** And one in so many budgets. */
const BUDGET_STEP = 5;

/** Garbage at each call is always tried: it walks routes that no other fault does. */
function isTried({ fault, how }: PlacedFault, place: number): boolean {
  return isLongRun || place % ONE_IN === 0 || (fault === 'garbage' && how === 'at call');
}

/** Every fault at every call, in both ways. */
function faultsOf(calls: number): PlacedFault[] {
  // Casts, because the keys of a literal are the keys of its type.
  const faults = Object.keys(FAULTS) as PlacedFault['fault'][];
  const places = Object.keys(PLACES) as PlacedFault['how'][];
  return Array.from({ length: calls }, (_, failing) =>
    faults.flatMap((fault) => places.map((how) => ({ fault, failing, how }))),
  ).flat();
}

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
      for (const { fault, failing, how } of faultsOf(calls).filter(isTried)) {
        const good = obey(seededRandom(1));
        const isFaulty = PLACES[how];
        model.script((request, i) => (isFaulty(i, failing) ? FAULTS[fault] : good(request)));
        const faulted = await turn(flow, message);
        const place = `${message}: ${fault} ${how} ${failing}`;
        if (!faulted.answer) throw new Error(`${place}: ${faulted.error.code}`);
        expectTrueTrace(faulted.answer);
        // Free text that says nothing is no fault of the call: a better answer of an earlier round may stand.
        if (fault !== 'garbage') expect(faulted.answer.degraded, place).not.toBeNull();
        expect(faulted.answer.message, place).not.toContain(GARBAGE);
      }
    }
    // A matrix in which no model is asked would show nothing.
    expect(asked).toBeGreaterThan(1);
  }, 900_000);

  it('answers within any budget of model calls', async () => {
    const flow = flowOf();
    if (!flow) throw new Error(`there is no flow ${name}`);
    for (const message of ASKED[name]?.messages ?? []) {
      model.script(obey(seededRandom(2)));
      const { calls } = await turn(flow, message);
      for (let budget = 0; budget < calls; budget += sampleOrAll(BUDGET_STEP, 1)) {
        model.script(obey(seededRandom(2)));
        const limited = await turn(flow, message, { ...PLENTY, llm_calls: budget });
        if (!limited.answer) throw new Error(`${message}: ${limited.error.code}`);
        expectTrueTrace(limited.answer);
        expect(limited.answer.usage.llm_calls).toBeLessThanOrEqual(budget);
      }
    }
  }, 900_000);

  it('ends in an error of the catalogue, on record, when any of its steps fails', async () => {
    const flow = flowOf();
    if (!flow) throw new Error(`there is no flow ${name}`);
    model.script([status(503)]);
    const broken = new Set<string>();
    for (const message of ASKED[name]?.messages ?? []) {
      const { answer } = await turn(flow, message);
      const steps = [...new Set(answer?.steps.map(({ node }) => node))];
      expect(steps.length).toBeGreaterThan(3);
      // In the sample each step breaks once, not with every message that comes by it.
      for (const step of steps.filter((one) => !isOuter(one, steps) && (isLongRun || !broken.has(one)))) {
        broken.add(step);
        const { error, record } = await turn({ ...flow, flow: breakStep(flow.flow, step) }, message);
        expect(error?.code, step).toBe('FLOW_NODE_FAILED');
        // What fails before the turn is stored leaves nothing; what fails after it is on record as failed.
        if (record) expect(record).toMatchObject({ status: 'failed', error: { code: 'FLOW_NODE_FAILED' } });
        else expect(['admit-clinician', 'front-gate', 'open-turn']).toContain(step);
      }
    }
  }, 900_000);

  it('has taken every outcome of every step, except those named here', () => {
    const flow = flowOf();
    if (!flow) throw new Error(`there is no flow ${name}`);
    const outcomes = outcomesOf(flow.flow);
    const elsewhere = ELSEWHERE[name] ?? [];
    expect(outcomes).toEqual(expect.arrayContaining(elsewhere));
    const missing = outcomes.filter(
      (outcome) => !walkedOf(name).has(outcome) && !elsewhere.includes(outcome),
    );
    expect(missing).toEqual([]);
  });
});

/** Whether a step of the trace is a flow that has steps of its own there. */
function isOuter(step: string, steps: readonly string[]): boolean {
  return steps.some((other) => other.startsWith(`${step}/`));
}
