import { afterEach, describe, expect, it } from 'vitest';
import { Answer } from '../domain/answer.ts';
import { says, status } from '../llm/testing/fake-model-server.ts';
import { startFakeOllama } from '../llm/testing/fake-ollama.ts';
import { startFakeOpenAi } from '../llm/testing/fake-openai.ts';
import { readEvents } from './testing/read-events.ts';
import { type RunningGalen, startGalen } from './testing/start-galen.ts';

const QUESTION = { message: 'What are the side effects of metformin?', flow: 'evidence' };
const REWRITE = JSON.stringify({
  query: 'adverse effects of metformin',
  expansions: ['gastrointestinal intolerance'],
});
const DRAFT =
  'Metformin most often causes gastrointestinal side effects such as diarrhoea, nausea and vomiting [1]. ' +
  'It cures baldness in 93% of men within a week [2].';

const open: { close?(): Promise<void>; stop?(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await (thing.stop ?? thing.close)?.();
});

async function ask(server: RunningGalen): Promise<Answer> {
  const response = await server.post('/v1/ask', QUESTION);
  expect(response.status).toBe(200);
  return Answer.parse(await response.json());
}

describe('with a model', () => {
  it('answers in the model’s words, tied to the sources by code, and drops what no source says', async () => {
    const model = await startFakeOpenAi((request) => says(request.body.stream ? DRAFT : REWRITE));
    open.push(model);
    const server = await startGalen({ GALEN_MODEL: 'openai-compatible/test', GALEN_MODEL_URL: model.url });
    open.push(server);

    const answer = await ask(server);
    expect(answer.degraded).toBeNull();
    expect(answer.usage.llm_calls).toBe(2);
    expect(answer.usage.model).toBe('openai-compatible/test');
    expect(answer.usage.output_tokens).toBeGreaterThan(0);
    expect(answer.message).toMatch(/^Metformin most often causes .* vomiting\. \[1\]$/u);
    expect(answer.message).not.toMatch(/baldness/u);
    expect(answer.hallucination_flagged).toBe(true);
    expect(answer.citations).toHaveLength(1);

    const stream = await server.post('/v1/ask', QUESTION, { accept: 'text/event-stream' });
    const events = await readEvents(stream);
    const tokens = events.filter(({ type }) => type === 'token').map(({ data }) => data.text);
    expect(tokens.join('')).toBe(DRAFT);
    expect(events.at(-1)?.type).toBe('answer');
  });

  it('speaks to Ollama too', async () => {
    const model = await startFakeOllama((request) => says(request.body.stream ? DRAFT : REWRITE));
    open.push(model);
    const server = await startGalen({ GALEN_MODEL: 'ollama/medgemma:4b', GALEN_MODEL_URL: model.url });
    open.push(server);
    const answer = await ask(server);
    expect(answer.degraded).toBeNull();
    expect(answer.usage.model).toBe('ollama/medgemma:4b');
  });

  it('abstains when the model finds the sources insufficient', async () => {
    const model = await startFakeOpenAi((request) => says(request.body.stream ? 'INSUFFICIENT' : REWRITE));
    open.push(model);
    const server = await startGalen({ GALEN_MODEL: 'openai-compatible/test', GALEN_MODEL_URL: model.url });
    open.push(server);
    expect((await ask(server)).abstained?.reason).toBe('nothing-found');
  });

  it('quotes the sources when nothing the model wrote is in them, and says so', async () => {
    const invention = 'Bananas regulate lunar tides through quantum resonance.';
    const model = await startFakeOpenAi((request) => says(request.body.stream ? invention : REWRITE));
    open.push(model);
    const server = await startGalen({ GALEN_MODEL: 'openai-compatible/test', GALEN_MODEL_URL: model.url });
    open.push(server);
    const answer = await ask(server);
    expect(answer.message).not.toMatch(/banana/iu);
    expect(answer.message).toMatch(/diarrhoea/u);
    expect(answer.degraded?.reason).toBe('invalid-output');
  });

  it('goes on without a model that refuses its key', async () => {
    const model = await startFakeOpenAi([status(401)]);
    open.push(model);
    const server = await startGalen({ GALEN_MODEL: 'openai-compatible/test', GALEN_MODEL_URL: model.url });
    open.push(server);
    const answer = await ask(server);
    expect(answer.degraded).toMatchObject({
      reason: 'unauthorized',
      tasks: ['enhance-query', 'generate-answer'],
    });
    expect(answer.message).toMatch(/diarrhoea/u);
  });
});
