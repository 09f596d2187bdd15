import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Activity } from '../../domain/activity.ts';
import type { Answer } from '../../domain/answer.ts';
import type { AuditEntry } from '../../domain/audit-entry.ts';
import type { Feedback } from '../../domain/run-record.ts';
import { readJson } from '../testing/read-json.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';
import { createApp } from './create-app.ts';

let server: RunningGalen;
let answer: Answer;
beforeAll(async () => {
  server = await startGalen();
  answer = await readJson<Answer>(
    server.post(
      '/v1/ask',
      { message: 'What are the side effects of metformin?' },
      { 'x-galen-as': 'patient' },
    ),
  );
});
afterAll(() => server.stop());

const say = (body: unknown, as = 'patient', id = answer.id) =>
  server.post(`/v1/runs/${id}/feedback`, body, { 'x-galen-as': as });
const get = <Shape>(path: string, as: string) =>
  readJson<Shape>(fetch(server.url + path, { headers: { 'x-galen-as': as } }));
const COMMENT = 'The share is from another trial. Call me on 0912345678';

describe('feedback over HTTP', () => {
  it('is kept with the turn, without identifiers, and comes back with the conversation', async () => {
    const given = await readJson<Feedback>(say({ rating: 'down', reason: 'wrong', comment: COMMENT }));
    expect(given).toMatchObject({
      run_id: answer.id,
      rating: 'down',
      reason: 'wrong',
      comment: 'The share is from another trial. Call me on [PHONE_1]',
    });
    const path = `/v1/conversations/${answer.conversation_id}`;
    expect((await get<{ feedback: Feedback[] }>(path, 'patient')).feedback).toEqual([given]);
  });

  it('is nobody else’s to give or to take back, not even the administrator’s', async () => {
    for (const as of ['admin', 'owner', 'clinician']) {
      expect((await say({ rating: 'up' }, as)).status).toBe(404);
      const url = `${server.url}/v1/runs/${answer.id}/feedback`;
      expect((await fetch(url, { method: 'DELETE', headers: { 'x-galen-as': as } })).status).toBe(404);
    }
    const path = `/v1/conversations/${answer.conversation_id}`;
    expect((await get<{ feedback: Feedback[] }>(path, 'patient')).feedback).toMatchObject([
      { rating: 'down' },
    ]);
  });

  it('is audited and counted without what was written', async () => {
    const { entries } = await get<{ entries: AuditEntry[] }>('/v1/audit?limit=20', 'admin');
    const entry = entries.find(({ body }) => body.action === 'feedback')?.body;
    expect(entry).toMatchObject({
      run_id: answer.id,
      question: null,
      details: { rating: 'down', reason: 'wrong' },
    });
    expect(JSON.stringify(entries)).not.toMatch(/another trial/u);
    const counted = { up: 0, down: 1, reasons: { wrong: 1 } };
    expect((await get<Activity>('/v1/activity', 'admin')).feedback).toEqual(counted);
    expect((await get<Activity>('/v1/activity', 'patient')).feedback).toEqual(counted);
    expect((await get<Activity>('/v1/activity', 'researcher')).feedback).toMatchObject({ up: 0, down: 0 });
  });

  it('is logged by its address alone', async () => {
    const lines: string[] = [];
    const app = createApp(server.galen, pino({}, { write: (line: string) => lines.push(line) }), '0.0.0');
    const send = (body: object) =>
      app.request(
        `/v1/runs/${answer.id}/feedback`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-galen-as': 'patient', host: 'localhost' },
          body: JSON.stringify(body),
        },
        { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
      );
    expect((await send({ rating: 'down', comment: COMMENT })).status).toBe(200);
    const refused = await send({ rating: 'down', comment: COMMENT, more: 1 });
    expect(refused.status).toBe(400);
    expect(await refused.text()).not.toMatch(/another trial/u);
    expect(lines.join()).toMatch(/feedback/u);
    expect(lines.join()).not.toMatch(/another trial|0912345678/u);
  });

  it('is taken back', async () => {
    const url = `${server.url}/v1/runs/${answer.id}/feedback`;
    const takeBack = () => fetch(url, { method: 'DELETE', headers: { 'x-galen-as': 'patient' } });
    expect((await takeBack()).status).toBe(204);
    expect((await takeBack()).status).toBe(404);
  });

  it.each([
    [{ rating: 'maybe' }, 400],
    [{ rating: 'down', reason: 'because' }, 400],
    [{ rating: 'down', comment: 'a'.repeat(1_001) }, 400],
    [{ rating: 'down', comment: 'a\u0007b' }, 400],
    [{}, 400],
  ])('turns %j away', async (body, status) => {
    expect((await say(body)).status).toBe(status);
  });

  it('has no turn to be about where there is none', async () => {
    expect((await say({ rating: 'up' }, 'patient', randomUUID())).status).toBe(404);
    expect((await say({ rating: 'up' }, 'patient', 'nonsense')).status).toBe(404);
  });

  it('stands in the description of the API', async () => {
    const { paths } = await readJson<{ paths: Record<string, Record<string, unknown>> }>(
      fetch(`${server.url}/openapi.json`),
    );
    expect(Object.keys(paths['/v1/runs/{id}/feedback'] ?? {}).sort()).toEqual(['delete', 'post']);
    expect(Object.keys(paths['/v1/runs/{id}/stop'] ?? {})).toEqual(['post']);
  });
});
