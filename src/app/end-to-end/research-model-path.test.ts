import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Answer } from '../../domain/answer.ts';
import {
  type FakeModelServer,
  type ReceivedRequest,
  type Reply,
  says,
  status,
} from '../../llm/testing/fake-model-server.ts';
import { startFakeOpenAi } from '../../llm/testing/fake-openai.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

const PROTOCOL = 'Step-by-step protocol for anaphylaxis management';
const DRAFT = [
  '1. **Initial assessment:** Serum tryptase taken within a few hours supports the diagnosis, but a normal tryptase does not exclude anaphylaxis [1].',
  '2. **Immediate interventions:** Intramuscular adrenaline (epinephrine) is the first-line treatment of anaphylaxis and must not be delayed [1].',
  '3. **Monitoring:** Symptoms of anaphylaxis can return hours later (biphasic reaction), so observation is needed [1].',
].join('\n');
const PARTS = [
  'Initial assessment of anaphylaxis',
  'Immediate treatment of anaphylaxis',
  'Observation after anaphylaxis',
];

let model: FakeModelServer;
let server: RunningGalen;
beforeAll(async () => {
  model = await startFakeOpenAi([]);
  server = await startGalen({ GALEN_MODEL: 'openai-compatible/test', GALEN_MODEL_URL: model.url });
});
afterAll(async () => {
  await server.stop();
  await model.close();
});
afterEach(() => {
  model.requests.length = 0;
});

/** Which task a request is for, by the words of its system prompt. */
function taskOf({ text }: ReceivedRequest): 'classify' | 'decompose' | 'refine' | 'synthesize' {
  if (text.includes('You sort medical questions')) return 'classify';
  if (text.includes('You split a medical question')) return 'decompose';
  return text.includes('You word those parts anew') ? 'refine' : 'synthesize';
}

function modelSays(replies: Partial<Record<ReturnType<typeof taskOf>, Reply>>): void {
  model.script((request) => replies[taskOf(request)] ?? status(500));
}

let asked = 0;
/** Another question each time: what the model said to one it has heard comes from the cache. */
async function ask(message: string): Promise<Answer> {
  asked += 1;
  const response = await server.post('/v1/ask', {
    message: `${message} ${'!'.repeat(asked)}`,
    flow: 'research',
  });
  expect(response.status).toBe(200);
  return Answer.parse(await response.json());
}
const calls = () => model.requests.map(taskOf);

describe('research with a model', () => {
  it('answers a protocol in two calls, one after the other, its type being certain', async () => {
    modelSays({ decompose: says(JSON.stringify({ sub_queries: PARTS })), synthesize: says(DRAFT) });
    const answer = await ask(PROTOCOL);
    expect(calls()).toEqual(['decompose', 'synthesize']);
    expect(answer.message).toMatch(
      /^1\. \*\*Initial assessment:\*\* Serum .*\n2\. .*adrenaline.*\n3\. .*observation/u,
    );
    for (const { text, start_pos, end_pos } of answer.citations)
      expect(answer.message.slice(start_pos, end_pos)).toBe(text);
    expect(answer.degraded).toBeNull();
    expect(answer.output).toMatchObject({ answer: answer.message, confidence: answer.confidence });
    expect(answer.output.steps).toContainEqual(
      expect.objectContaining({ step: 'decompose', sub_queries: PARTS }),
    );
  });

  it('reads the parts from a numbered list where the model gives no structure', async () => {
    modelSays({
      decompose: says(`Here they are:\n1. ${PARTS[0]}\n2. ${PARTS[1]}\n3. ${PARTS[2]}`),
      synthesize: says(DRAFT),
    });
    const answer = await ask(PROTOCOL);
    expect(calls()).toEqual(['decompose', 'synthesize']);
    expect(answer.output.steps).toContainEqual(
      expect.objectContaining({ step: 'decompose', sub_queries: PARTS }),
    );
  });

  it('asks a simple question in at most three calls, and the others in four and one a round', async () => {
    modelSays({
      classify: says('{"type": "SIMPLE"}'),
      refine: says('{"queries": ["adrenaline anaphylaxis", "epinephrine"]}'),
      decompose: says(
        JSON.stringify({ sub_queries: ['Adrenaline in anaphylaxis', 'Prayer in anaphylaxis'] }),
      ),
      synthesize: says('Bananas regulate the tides.'),
    });
    const simple = await ask(
      'Adrenaline for anaphylaxis, how it is dosed and given to adults, children and babies',
    );
    expect(simple.route).toBe('SIMPLE');
    expect(calls().length).toBeLessThanOrEqual(3);
    model.requests.length = 0;
    const hard = await ask('Compare adrenaline and prayer in anaphylaxis');
    const rounds = reflectionsOf(hard) - 1;
    expect(calls().length).toBeLessThanOrEqual(4 + rounds);
    expect(calls()).toContain('refine');
  });

  it.each<[string, Reply]>([
    ['is overloaded', status(529)],
    ['talks garbage', says('%%% {{{ ')],
    ['is empty', says('')],
    ['sends what is no answer', { kind: 'garbles' }],
    ['refuses the key', status(401)],
  ])('ends in a whole answer, within its calls, when the model %s', async (_, reply) => {
    model.script(() => reply);
    const before = model.requests.length;
    const answer = await ask('Compare adrenaline and antihistamines for anaphylaxis');
    const rounds = Math.max(0, reflectionsOf(answer) - 1);
    expect(model.requests.length - before).toBeLessThanOrEqual(4 + rounds);
    expect(answer.degraded).not.toBeNull();
    expect(answer.message).toMatch(/adrenaline/iu);
    expect(answer.steps.every((step) => step.status === 'done')).toBe(true);
    const told = answer.output.steps;
    expect(told).toContainEqual(expect.objectContaining({ step: 'classify', type: 'COMPARATIVE' }));
  });
});

function reflectionsOf({ steps }: Answer): number {
  return steps.filter(({ step }) => step === 'reflect').length;
}
