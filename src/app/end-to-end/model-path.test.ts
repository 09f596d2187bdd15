import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Answer } from '../../domain/answer.ts';
import { type FakeModelServer, says, status } from '../../llm/testing/fake-model-server.ts';
import { startFakeOllama } from '../../llm/testing/fake-ollama.ts';
import { startFakeOpenAi } from '../../llm/testing/fake-openai.ts';
import { readEvents } from '../testing/read-events.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

const QUESTION = 'What are the side effects of metformin?';
const REWRITE = JSON.stringify({
  query: 'adverse effects of metformin',
  expansions: [{ phrase: 'side effects', alternatives: ['gastrointestinal intolerance'] }],
});
const DRAFT =
  'Metformin most often causes gastrointestinal side effects such as diarrhoea, nausea and vomiting [1]. ' +
  'It cures baldness in 93% of men within a week [2].';

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

/** What the model writes when it is asked for the answer; asked for a rewrite of the question it gives one. */
function modelWrites(draft: string): void {
  model.script((request) => says(request.body.stream ? draft : REWRITE));
}

/** Another question for each test: the model’s answer to one it has heard comes from the cache. */
async function ask(message: string, galen: RunningGalen = server): Promise<Answer> {
  const response = await galen.post('/v1/ask', { message, flow: 'evidence' });
  expect(response.status).toBe(200);
  return Answer.parse(await response.json());
}

describe('with a model', () => {
  it('answers in the model’s words, tied to the sources by code, and drops what no source says', async () => {
    modelWrites(DRAFT);
    const answer = await ask(QUESTION);
    expect(answer.degraded).toBeNull();
    expect(answer.usage.llm_calls).toBe(2);
    expect(answer.usage.model).toBe('openai-compatible/test');
    expect(answer.usage.output_tokens).toBeGreaterThan(0);
    expect(answer.message).toMatch(/^Metformin most often causes .* vomiting\. \[1\]$/u);
    expect(answer.message).not.toMatch(/baldness/u);
    expect(answer.hallucination_flagged).toBe(true);
    expect(answer.citations).toHaveLength(1);

    const stream = await server.post('/v1/ask', { message: QUESTION }, { accept: 'text/event-stream' });
    const events = await readEvents(stream);
    const tokens = events.filter(({ type }) => type === 'token').map(({ data }) => data.text);
    const last = events.at(-1);
    expect(last?.type).toBe('answer');
    // What was streamed had been checked: it is what stands.
    expect(tokens.join('')).toBe(last?.data.message);
    expect(tokens.join('')).not.toMatch(/baldness/u);
  });

  it('shows what comes nearest when the model finds the sources insufficient', async () => {
    modelWrites('INSUFFICIENT');
    const answer = await ask('Which side effects has metformin?');
    expect(answer.abstained).toBeNull();
    expect(answer.route).toBe('related');
    expect(answer.message).toMatch(/diarrhoea/u);
  });

  it('quotes the sources when nothing the model wrote is in them, and says so', async () => {
    modelWrites('Bananas regulate lunar tides through quantum resonance.');
    const answer = await ask('Does metformin have side effects?');
    expect(answer.message).not.toMatch(/banana/iu);
    expect(answer.message).toMatch(/diarrhoea/u);
    expect(answer.degraded?.reason).toBe('invalid-output');
  });

  it.each([
    {
      fact: /one hour/u,
      lie: /six hours/u,
      asked: [
        'How soon must antibiotics be given in septic shock?',
        'When are antibiotics due in septic shock?',
      ],
      faithful: 'In septic shock, antibiotics need to be given within one hour [1].',
      lying:
        'In septic shock antibiotics must be given within six hours [1]. Antibiotics are not needed [1].',
    },
    {
      fact: /10 (?:to|and) 14 days/u,
      lie: /21 days|ibuprofen/u,
      asked: [
        'How many days of zinc for a child with diarrhoea?',
        'For how long is zinc given in diarrhoea?',
      ],
      faithful: 'For a child with diarrhoea, zinc is given for 10 to 14 days [1].',
      lying: 'Zinc is given for 21 days in diarrhoea [1]. Ibuprofen is given for 10 to 14 days [1].',
    },
    {
      fact: /một giờ/u,
      lie: /sáu giờ/u,
      asked: [
        'Sốc nhiễm khuẩn cần dùng kháng sinh trong vòng bao lâu?',
        'Khi sốc nhiễm khuẩn, kháng sinh dùng trong bao lâu?',
      ],
      faithful: 'Khi có sốc nhiễm khuẩn, cần dùng kháng sinh trong vòng một giờ [1].',
      lying: 'Cần dùng kháng sinh trong vòng sáu giờ khi có sốc nhiễm khuẩn [1].',
    },
  ])('says what it would without one, whether it is faithful or lies: $fact', async (told) => {
    for (const [i, draft] of [told.faithful, told.lying].entries()) {
      modelWrites(draft);
      const { abstained, message } = await ask(told.asked[i] ?? '');
      expect([abstained, message]).toEqual([null, expect.stringMatching(told.fact)]);
      expect(message).not.toMatch(told.lie);
    }
  });

  it('continues without a model that refuses its key', async () => {
    model.script([status(401)]);
    const answer = await ask('Side effects of metformin?');
    expect(answer.degraded).toMatchObject({
      reason: 'unauthorized',
      tasks: ['enhance-query', 'generate-answer'],
    });
    expect(answer.message).toMatch(/diarrhoea/u);
  });

  it('speaks to Ollama too', async () => {
    const ollama = await startFakeOllama((request) => says(request.body.stream ? DRAFT : REWRITE));
    const galen = await startGalen({ GALEN_MODEL: 'ollama/medgemma:4b', GALEN_MODEL_URL: ollama.url });
    const answer = await ask(QUESTION, galen);
    expect(answer.degraded).toBeNull();
    expect(answer.usage.model).toBe('ollama/medgemma:4b');
    await galen.stop();
    await ollama.close();
  });
});
