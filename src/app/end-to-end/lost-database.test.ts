import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ErrorBody } from '../../domain/errors.ts';
import { readJson } from '../testing/read-json.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

const KILLS = 2;
const CLIENTS = 3;
const PATIENT = 'gal-0001';

let server: RunningGalen;
const uncaught: unknown[] = [];
const onUncaught = (error: unknown) => uncaught.push(error);
beforeAll(async () => {
  server = await startGalen();
  process.on('uncaughtException', onUncaught);
});
afterAll(async () => {
  await server.stop();
  process.off('uncaughtException', onUncaught);
});

function killDatabase(): void {
  process.kill(server.galen.database.embedded?.childPid ?? 0, 'SIGKILL');
}

/** A turn that pauses for a clinician, and so writes checkpoints. */
function order(): Promise<Response> {
  const message = 'Please order amlodipine 5 mg once daily for this patient';
  return server.post(
    '/v1/ask',
    { message, flow: 'clinic', patient_id: PATIENT },
    { 'x-galen-as': 'clinician' },
  );
}

describe('a database that takes nothing', () => {
  it('is not ready, and said to be read-only', async () => {
    const { pool } = server.galen.database;
    // All connections share the embedded database's one session.
    await pool.query('set session characteristics as transaction read only');
    const response = await fetch(`${server.url}/readyz`);
    await pool.query('set session characteristics as transaction read write');
    expect((await readJson<{ error: ErrorBody }>(response)).error.code).toBe('DATABASE_READ_ONLY');
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });
});

describe('a database that dies', () => {
  it('is heard by a connection in anyone’s hands, and ends nothing', async () => {
    const client = await server.galen.database.pool.connect();
    await client.query('begin');
    killDatabase();
    await vi.waitFor(() => server.galen.database.ping(), { timeout: 20_000 });
    await expect(client.query('commit')).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    client.release();
    expect(uncaught).toEqual([]);
  });

  it('gives the turns in progress a 503 to be tried again later, and the next ones an answer', async () => {
    expect((await order()).status).toBe(200);
    const statuses = new Set<number>();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const asked = Array.from({ length: CLIENTS }, order);
      await sleep(20 + kill * 60);
      killDatabase();
      for (const response of await Promise.all(asked)) {
        statuses.add(response.status);
        if (response.status === 200) continue;
        const { error } = await readJson<{ error: ErrorBody }>(response);
        expect(error).toMatchObject({
          code: 'DATABASE_UNAVAILABLE',
          retryable: true,
          id: expect.any(String),
        });
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      await vi.waitFor(() => server.galen.database.ping(), { timeout: 20_000 });
      expect((await order()).status).toBe(200);
    }
    expect(statuses).toContain(503);
    expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true);
    expect(uncaught).toEqual([]);
  });
});
