import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Memory } from '../../domain/memory.ts';
import { demoPrincipal } from '../auth/demo-principals.ts';
import { readJson } from '../testing/read-json.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

let running: RunningGalen;
beforeAll(async () => {
  running = await startGalen({ GALEN_SAMPLE_KNOWLEDGE: 'off' });
});
afterAll(() => running.stop());

interface Remembered {
  remembering: boolean;
  memories: Memory[];
}

function send(method: string, path: string, as: string, body?: unknown): Promise<Response> {
  return fetch(running.url + path, {
    method,
    headers: { 'x-galen-as': as, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
const list = (as: string) => readJson<Remembered>(send('GET', '/v1/memories', as));

async function tell(as: string, text: string): Promise<string> {
  const id = randomUUID();
  const at = new Date().toISOString();
  await running.galen.memories.add(demoPrincipal(as), [{ id, kind: 'condition', text, run_id: null, at }]);
  return id;
}

describe('memories over HTTP', () => {
  it('are off until the asker turns them on, and gone when they turn them off', async () => {
    expect(await list('patient')).toEqual({ remembering: false, memories: [] });
    await send('PATCH', '/v1/memories', 'patient', { remembering: true });
    await tell('patient', 'asthma');
    expect(await list('patient')).toMatchObject({ remembering: true, memories: [{ text: 'asthma' }] });
    const off = await readJson<Remembered>(send('PATCH', '/v1/memories', 'patient', { remembering: false }));
    expect(off).toEqual({ remembering: false, memories: [] });
  });

  it('are corrected and forgotten by their asker alone, and hold no identifier', async () => {
    await send('PATCH', '/v1/memories', 'researcher', { remembering: true });
    const id = await tell('researcher', 'gout');
    expect((await send('PATCH', `/v1/memories/${id}`, 'clinician', { text: 'x' })).status).toBe(404);
    expect((await send('DELETE', `/v1/memories/${id}`, 'clinician')).status).toBe(404);
    const text = 'gout, call me on 0912345678';
    const corrected = await readJson<Memory>(send('PATCH', `/v1/memories/${id}`, 'researcher', { text }));
    expect(corrected.text).toBe('gout, call me on [PHONE_1]');
    expect((await send('DELETE', `/v1/memories/${id}`, 'researcher')).status).toBe(204);
    expect((await list('researcher')).memories).toEqual([]);
  });

  it.each([
    ['PATCH', '/v1/memories', { remembering: 'yes' }, 400],
    ['PATCH', `/v1/memories/${randomUUID()}`, { text: '' }, 400],
    ['PATCH', `/v1/memories/${randomUUID()}`, { text: 'a'.repeat(201) }, 400],
    ['PATCH', '/v1/memories/nonsense', { text: 'x' }, 404],
    ['DELETE', '/v1/memories/nonsense', undefined, 404],
  ])('turn bad requests away: %s %s %j', async (method, path, body, status) => {
    expect((await send(method, path, 'patient', body)).status).toBe(status);
  });
});
