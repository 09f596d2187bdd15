import { afterEach, describe, expect, it } from 'vitest';
import type { DegradedReason } from '../domain/answer.ts';
import { createModelHandle, type ProviderName } from './adapters/providers.ts';
import { createGateway } from './create-gateway.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import { type FakeModelServer, type Reply, type Script, says, status } from './testing/fake-model-server.ts';
import { startFakeOllama } from './testing/fake-ollama.ts';
import { startFakeOpenAi } from './testing/fake-openai.ts';
import { testContext } from './testing/gateway-context.ts';
import { onItsOwnClock } from './testing/own-clock.ts';
import {
  answerFreely,
  GOOD_JSON,
  GOOD_KIND,
  GOOD_TEXT,
  INPUT,
  sortQuestion,
  TWIN_KIND,
  TWIN_TEXT,
} from './testing/sample-tasks.ts';

const PROVIDERS: { name: ProviderName; start: (script: Script) => Promise<FakeModelServer> }[] = [
  { name: 'openai-compatible', start: startFakeOpenAi },
  { name: 'ollama', start: startFakeOllama },
];
const SHAPES = [
  { shape: 'structured', task: sortQuestion, good: GOOD_JSON, output: GOOD_KIND, twin: TWIN_KIND },
  { shape: 'text', task: answerFreely, good: GOOD_TEXT, output: GOOD_TEXT, twin: TWIN_TEXT },
] as const;

/** Room for a slow machine: these faults show at once. */
const PATIENT: Partial<GatewaySettings> = { taskTimeoutMs: 8_000, firstTokenMs: 6_000, backoffBaseMs: 2 };
/** These faults show only as time passing: it passes on a clock of their own. */
const HASTY: Partial<GatewaySettings> = {
  taskTimeoutMs: 450,
  firstTokenMs: 200,
  idleTimeoutMs: 100,
  backoffBaseMs: 2,
};
/** How late a loaded machine may make a timer; not a measure of speed. */
const TIMER_SLACK_MS = 2_000;

interface Fault {
  name: string;
  reply: (good: string) => Reply;
  reason: DegradedReason;
  requests: [min: number, max: number];
  settings?: Partial<GatewaySettings>;
}

const FAULTS: Fault[] = [
  { name: '400', reply: () => status(400), reason: 'model-error', requests: [1, 1] },
  { name: '401', reply: () => status(401), reason: 'unauthorized', requests: [1, 1] },
  { name: '403', reply: () => status(403), reason: 'unauthorized', requests: [1, 1] },
  { name: '404', reply: () => status(404), reason: 'model-error', requests: [1, 1] },
  { name: '429 without Retry-After', reply: () => status(429), reason: 'overload', requests: [3, 3] },
  {
    name: '429 with a short Retry-After',
    reply: () => status(429, { 'retry-after': '0' }),
    reason: 'overload',
    requests: [3, 3],
  },
  {
    name: '429 with a Retry-After beyond the deadline',
    reply: () => status(429, { 'retry-after': '60' }),
    reason: 'overload',
    requests: [1, 1],
  },
  { name: '500', reply: () => status(500), reason: 'model-error', requests: [3, 3] },
  { name: '503', reply: () => status(503), reason: 'overload', requests: [3, 3] },
  { name: '529', reply: () => status(529), reason: 'overload', requests: [3, 3] },
  {
    name: 'a hang before the headers',
    reply: () => ({ kind: 'hangs' }),
    reason: 'timeout',
    requests: [1, 3],
    settings: HASTY,
  },
  {
    name: 'a hang after the headers',
    reply: () => ({ kind: 'hangs-after-headers' }),
    reason: 'timeout',
    requests: [1, 3],
    settings: HASTY,
  },
  {
    name: 'a stall midway',
    reply: (text) => ({ kind: 'stalls', text }),
    reason: 'timeout',
    requests: [1, 3],
    settings: HASTY,
  },
  {
    name: 'one byte a second',
    reply: (text) => ({ kind: 'trickles', text }),
    reason: 'timeout',
    requests: [1, 3],
    settings: HASTY,
  },
  {
    name: 'a cut connection',
    reply: (text) => ({ kind: 'cuts', text }),
    reason: 'model-error',
    requests: [3, 3],
  },
  {
    name: 'an early end',
    reply: (text) => ({ kind: 'ends-early', text }),
    reason: 'model-error',
    requests: [3, 3],
  },
  {
    name: 'a body that is no JSON',
    reply: () => ({ kind: 'garbles' }),
    reason: 'model-error',
    requests: [3, 3],
  },
  {
    name: 'a content filter',
    reply: (text) => says(text, 'content-filter'),
    reason: 'refusal',
    requests: [1, 1],
  },
];

const STRUCTURED_FAULTS: Fault[] = [
  {
    name: 'JSON that breaks the schema',
    reply: () => says('{"kind": "weather", "terms": "metformin"}'),
    reason: 'invalid-output',
    requests: [2, 2],
  },
  {
    name: 'prose for JSON',
    reply: () => says('I would call this a question about a drug.'),
    reason: 'invalid-output',
    requests: [2, 2],
  },
  {
    name: 'an object that breaks off',
    reply: () => says('{"kind": "drug", "terms": ["metformin"', 'length'),
    reason: 'invalid-output',
    requests: [2, 2],
  },
  {
    name: 'an object that breaks off and calls itself whole',
    reply: () => says('{"kind": "drug", "terms": ["metformin"'),
    reason: 'invalid-output',
    requests: [2, 2],
  },
];
const TEXT_FAULTS: Fault[] = [
  { name: 'an empty answer', reply: () => says(''), reason: 'invalid-output', requests: [2, 2] },
];

let server: FakeModelServer;
afterEach(() => server.close());

describe.each(PROVIDERS)('$name', ({ name, start }) => {
  describe.each(SHAPES)('$shape', ({ shape, task, good, output, twin }) => {
    async function ask(script: Script, settings: Partial<GatewaySettings> = PATIENT) {
      server = await start(script);
      const main = createModelHandle(`${name}/fake-model`, { urls: { [name]: server.url } });
      const gateway = createGateway({ main, fast: null, fallbacks: [], settings });
      const test = testContext();
      const started = Date.now();
      const result = await gateway.run<{ question: string }, unknown>(task, INPUT, test.context);
      return { result, elapsed: Date.now() - started, ...test };
    }

    it('gives the model’s answer and counts what it cost', async () => {
      const { result, context, streamed } = await ask([says(good)]);
      expect(result).toEqual({ output, by: `${name}/fake-model`, degraded: null });
      expect(context.budget.spent()).toEqual({ llm_calls: 1, input_tokens: 11, output_tokens: 7 });
      expect(streamed()).toBe('');
      expect(server.requests).toHaveLength(1);
    });

    const faults = [...FAULTS, ...(shape === 'structured' ? STRUCTURED_FAULTS : TEXT_FAULTS)];
    it.each(faults)(
      'answers by the twin after $name',
      async ({ reply, reason, requests, settings = PATIENT }) => {
        const asked = () => ask([reply(good)], settings);
        const { result, elapsed, notes, context } = await (settings === HASTY
          ? onItsOwnClock(asked)
          : asked());
        expect(result).toEqual({ output: twin, by: 'twin', degraded: reason });
        expect(server.requests.length).toBeGreaterThanOrEqual(requests[0]);
        expect(server.requests.length).toBeLessThanOrEqual(requests[1]);
        expect(context.budget.spent().llm_calls).toBe(server.requests.length);
        expect(elapsed).toBeLessThan((settings.taskTimeoutMs ?? 0) + TIMER_SLACK_MS);
        expect(notes('task-degraded')).toEqual([
          { topic: 'task-degraded', task: task.name, model: 'twin', reason },
        ]);
        expect(notes('model-attempt')).toHaveLength(server.requests.length);
      },
    );

    const passing = [
      { name: '429', reply: status(429) },
      { name: '500', reply: status(500) },
      { name: 'a cut connection', reply: { kind: 'cuts', text: good } },
      { name: 'a body that is no JSON', reply: { kind: 'garbles' } },
    ] as const;
    it.each(passing)('recovers from $name by a retry', async ({ reply }) => {
      const { result, notes } = await ask([reply, says(good)]);
      expect(result).toEqual({ output, by: `${name}/fake-model`, degraded: null });
      expect(server.requests).toHaveLength(2);
      expect(notes('model-retry')).toHaveLength(1);
    });

    it('keeps prompt and answer out of the trace', async () => {
      const { notes, events } = await ask([status(500), { kind: 'cuts', text: good }, status(400)]);
      expect(notes('model-attempt')).toHaveLength(3);
      const trace = JSON.stringify(events.filter((event) => event.type === 'note'));
      expect(trace).not.toContain('metformin');
      expect(trace).not.toContain('begin question');
    });
  });

  it('says that the tokens of a cut stream are void, before those of the retry', async () => {
    server = await start([{ kind: 'cuts', text: 'Metformin is' }, says(GOOD_TEXT)]);
    const main = createModelHandle(`${name}/fake-model`, { urls: { [name]: server.url } });
    const gateway = createGateway({ main, fast: null, fallbacks: [], settings: PATIENT });
    const { context, events } = testContext();
    const result = await gateway.run(answerFreely, INPUT, context);
    expect(result.output).toBe(GOOD_TEXT);

    // Nothing of what a model writes is shown before it is checked.
    expect(events.filter(({ type }) => type === 'token')).toEqual([]);
  });

  it('repairs once, showing the model what was wrong', async () => {
    server = await start([says('{"kind": "weather", "terms": []}'), says(GOOD_JSON)]);
    const main = createModelHandle(`${name}/fake-model`, { urls: { [name]: server.url } });
    const gateway = createGateway({ main, fast: null, fallbacks: [], settings: PATIENT });
    const { context, notes } = testContext();
    const result = await gateway.run(sortQuestion, INPUT, context);
    expect(result).toMatchObject({ output: GOOD_KIND, degraded: null });
    expect(notes('model-repair')).toHaveLength(1);
    expect(server.requests[1]?.text).toContain('weather');
    expect(server.requests[1]?.text).toContain('kind: Invalid option');
    expect(context.budget.spent().llm_calls).toBe(2);
  });
});
