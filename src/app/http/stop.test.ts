import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../domain/audit-entry.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import type { FakeModelServer } from '../../llm/testing/fake-model-server.ts';
import { startFakeOpenAi } from '../../llm/testing/fake-openai.ts';
import { readEvents } from '../testing/read-events.ts';
import { readJson } from '../testing/read-json.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

let model: FakeModelServer;
let server: RunningGalen;
beforeAll(async () => {
  model = await startFakeOpenAi([{ kind: 'hangs' }]);
  server = await startGalen({ GALEN_MODEL: 'openai-compatible/test', GALEN_MODEL_URL: model.url });
});
afterAll(async () => {
  await server.stop();
  await model.close();
});

const stop = (runId: string, as: string) => server.post(`/v1/runs/${runId}/stop`, {}, { 'x-galen-as': as });
const get = <Shape>(path: string, as: string) =>
  readJson<Shape>(fetch(server.url + path, { headers: { 'x-galen-as': as } }));

describe('a turn that is stopped', () => {
  it('ends at once, for its asker alone, with a code and without an answer', async () => {
    const question = { message: 'What are the side effects of metformin?', flow: 'evidence', language: 'vi' };
    const as = { accept: 'text/event-stream', 'x-galen-as': 'patient' };
    const stream = await server.post('/v1/ask', question, as);
    const runId = stream.headers.get('x-galen-run') ?? '';
    expect((await stop(runId, 'admin')).status).toBe(404);
    expect(await get<RunRecord>(`/v1/runs/${runId}`, 'patient')).toMatchObject({ status: 'running' });
    expect(await readJson(stop(runId, 'patient'))).toEqual({ stopped: true });
    const events = await readEvents(stream);
    expect(events.at(-1)).toMatchObject({
      type: 'error',
      data: { code: 'RUN_STOPPED', retryable: false, message: expect.stringContaining('dừng') },
    });
    expect(await get<RunRecord>(`/v1/runs/${runId}`, 'patient')).toMatchObject({
      status: 'failed',
      answer: null,
      error: { code: 'RUN_STOPPED' },
    });
    expect(await readJson(stop(runId, 'patient'))).toEqual({ stopped: false });
    const { entries } = await get<{ entries: AuditEntry[] }>('/v1/audit?limit=1', 'admin');
    expect(entries[0]?.body).toMatchObject({
      action: 'ask-failed',
      run_id: runId,
      details: { code: 'RUN_STOPPED' },
    });
  });

  it('is none where there is no such turn', async () => {
    expect((await stop(crypto.randomUUID(), 'patient')).status).toBe(404);
    expect((await stop('nonsense', 'patient')).status).toBe(404);
  });
});
