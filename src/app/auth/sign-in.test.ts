import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Audience, Principal } from '../../domain/access.ts';
import { auditBody } from '../../domain/audit-entry.ts';
import type { ErrorBody } from '../../domain/errors.ts';
import { readJson } from '../testing/read-json.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

const DAY_MS = 86_400_000;
let server: RunningGalen;
beforeAll(async () => {
  server = await startGalen({ GALEN_AUTH: 'keys' });
});
afterAll(() => server.stop());

function someone(audience: Audience, tenant_id = 'demo'): Principal {
  return { user_id: randomUUID(), tenant_id, audience, role: audience, scopes: ['public'], departments: [] };
}

async function keyFor(principal: Principal, days = 1) {
  const [id, at] = [randomUUID(), new Date().toISOString()];
  const audit = auditBody(principal, 'key-created', { id: randomUUID(), at });
  const expires_at = new Date(Date.now() + days * DAY_MS).toISOString();
  const key = await server.galen.keys.create(
    { id, name: 'test', principal, created_at: at, expires_at },
    audit,
  );
  return { id, key, headers: { authorization: `Bearer ${key}` } };
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });

async function codeOf(response: Response): Promise<string> {
  return (await readJson<{ error: ErrorBody }>(response)).error.code;
}

describe('signing in by a key', () => {
  it.each([
    ['nothing', {}],
    ['the name of a demo principal', { 'x-galen-as': 'owner' }],
    ['no key', { authorization: 'Bearer galen_' }],
    ['a key that nobody made', { authorization: `Bearer galen_${'A'.repeat(43)}` }],
    ['another scheme', { authorization: 'Basic b3duZXI6b3duZXI=' }],
  ])('turns away who shows %s, from every address that reads or changes anything', async (_, headers) => {
    const open = ['/healthz', '/readyz', '/openapi.json'];
    const described = await readJson<{ paths: Record<string, Record<string, unknown>> }>(
      await get('/openapi.json'),
    );
    const routes = Object.entries(described.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })),
    );
    const guarded = routes.filter(({ path }) => !open.includes(path));
    expect(guarded.length).toBeGreaterThan(20);
    for (const { path, method } of guarded) {
      const address = server.url + path.replaceAll(/\{\w+\}/gu, randomUUID());
      const body =
        method === 'GET' || method === 'DELETE' ? {} : { body: '{"message":"What is metformin?"}' };
      const type = { 'content-type': 'application/json' };
      const response = await fetch(address, { method, headers: { ...type, ...headers }, ...body });
      expect([path, method, response.status]).toEqual([path, method, 401]);
    }
    for (const path of ['/mcp', '/fhir/R4/Patient', '/v1/nowhere'])
      expect(await codeOf(await get(path, headers)), path).toBe('UNAUTHENTICATED');
  });

  it('lets in whom the key is for, and nobody else whatever the request names', async () => {
    const me = someone('patient');
    const { headers } = await keyFor(me);
    const asked = await get('/v1/me', { ...headers, 'x-galen-as': 'admin' });
    expect(await readJson(asked)).toMatchObject({ principal: me, demo: [], may_audit: false });
    expect((await get('/v1/audit', headers)).status).toBe(403);
    const admin = await keyFor(someone('admin'));
    expect((await get('/v1/audit', admin.headers)).status).toBe(200);
  });

  it('answers no more from the moment the key is revoked or has expired', async () => {
    const me = someone('researcher');
    const [kept, revoked, expired] = [await keyFor(me), await keyFor(me), await keyFor(me, -1)];
    const audit = auditBody(me, 'key-revoked', { id: randomUUID(), at: new Date().toISOString() });
    expect((await get('/v1/me', revoked.headers)).status).toBe(200);
    expect(await server.galen.keys.revoke('elsewhere', revoked.id, audit)).toBe(false);
    expect(await server.galen.keys.revoke(me.tenant_id, revoked.id, audit)).toBe(true);
    expect(await server.galen.keys.revoke(me.tenant_id, revoked.id, audit)).toBe(false);
    const statuses = await Promise.all(
      [kept, revoked, expired].map(async ({ headers }) => (await get('/v1/me', headers)).status),
    );
    expect(statuses).toEqual([200, 401, 401]);
  });

  it('keeps tenants apart: conversations, audit and keys of one do not exist for the other', async () => {
    const [here, there] = [someone('admin', 'north'), someone('admin', 'south')];
    const [mine, theirs] = [await keyFor(here), await keyFor(there)];
    const asked = await server.post('/v1/ask', { message: 'What is metformin?' }, mine.headers);
    const { conversation_id, id } = await readJson<{ conversation_id: string; id: string }>(asked);
    for (const path of [`/v1/conversations/${conversation_id}`, `/v1/runs/${id}`]) {
      expect((await get(path, mine.headers)).status, path).toBe(200);
      expect((await get(path, theirs.headers)).status, path).toBe(404);
    }
    const log = JSON.stringify(await readJson(await get('/v1/audit', theirs.headers)));
    expect(log).toContain('key-created');
    expect(log).not.toContain(here.user_id);
    expect((await server.galen.keys.list('south')).map(({ id: known }) => known)).toEqual([theirs.id]);
  });

  it('keeps no key that it made, in no table', async () => {
    const { key } = await keyFor(someone('staff'));
    const { rows } = await server.galen.database.pool.query(
      "select (select string_agg(k::text, ' ') from api_keys k) || (select string_agg(a::text, ' ') from audit_entries a) as kept",
    );
    expect(rows[0].kept).toContain('key-created');
    expect(rows[0].kept).not.toContain(key.slice('galen_'.length));
  });

  it('turns away the page of another origin, key or not', async () => {
    const { headers } = await keyFor(someone('patient'));
    const from = (origin: string, site: string) =>
      get('/v1/me', { ...headers, origin, 'sec-fetch-site': site }).then(({ status }) => status);
    expect(await from('https://elsewhere.example', 'cross-site')).toBe(403);
    expect(await from('http://127.0.0.1:1', 'same-site')).toBe(403);
    expect(await from(server.url, 'same-origin')).toBe(200);
  });
});
