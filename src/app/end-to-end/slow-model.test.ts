import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { FakeModelServer } from '../../llm/testing/fake-model-server.ts';
import { startFakeOpenAi } from '../../llm/testing/fake-openai.ts';
import { readEvents } from '../testing/read-events.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

const ASKED = {
  evidence: 'What are the side effects of metformin?',
  research: 'Compare metformin and sulfonylureas for type 2 diabetes',
  consult: 'What should I do when my blood sugar is low?',
  clinic: 'What is first-line treatment for hypertension in CKD?',
  desk: 'How long are firewall logs kept?',
};

let model: FakeModelServer;
let galen: RunningGalen;
beforeAll(async () => {
  // It takes every question and answers none: what is heard of a turn is heard without it.
  model = await startFakeOpenAi([{ kind: 'hangs-after-headers' }]);
  galen = await startGalen({ GALEN_MODEL: 'openai-compatible/test', GALEN_MODEL_URL: model.url });
});
afterAll(async () => {
  await model.close();
  await galen.stop();
});

it.each(Object.entries(ASKED))(
  'tells the steps of %s while its model says nothing',
  async (flow, message) => {
    const before = model.requests.length;
    const response = await galen.post('/v1/ask', { message, flow }, { accept: 'text/event-stream' });
    const events = await readEvents(response, (all) => all.some(({ type }) => type === 'step'));
    expect(events.at(-1)?.type).toBe('step');
    expect(events.some(({ type }) => type === 'token' || type === 'answer')).toBe(false);
    await vi.waitFor(() => expect(model.requests.length).toBeGreaterThan(before), { timeout: 20_000 });
  },
);
