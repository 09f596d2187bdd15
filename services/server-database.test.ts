import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoPrincipal } from '../src/app/auth/demo-principals.ts';
import { compose } from '../src/app/compose.ts';
import { loadConfig } from '../src/app/config.ts';
import { createLog } from '../src/app/log.ts';
import { AskRequest } from '../src/domain/ask.ts';
import { type OpenDatabase, openDatabase } from '../src/records/database/open-database.ts';

let folder: string;
let postgres: OpenDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galen-server-'));
  // The embedded PostgreSQL, spoken to over its socket as any server is.
  postgres = await openDatabase({ dataDir: folder, migrations: [], log: () => {} });
});
afterAll(async () => {
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
});

it('the same code runs on a PostgreSQL server: extensions checked, migrated, loaded, asked, audited', async () => {
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(join(folder, 'socket'))}`;
  const config = loadConfig({
    GALEN_EMBED_MODEL: 'hash',
    GALEN_RERANK_MODEL: 'words',
    GALEN_DATABASE_URL: url,
    GALEN_DATA_DIR: join(folder, 'unused'),
  });
  const first = await compose({ config, log: createLog('silent'), attach: false });
  expect(first.database.kind).toBe('server');
  expect(first.knowledge?.loaded).toBeGreaterThan(100);
  const principal = demoPrincipal('patient');
  const request = AskRequest.parse({ message: 'What are the side effects of metformin?' });
  const answer = await (await first.turns.start(request, principal)).answer;
  expect(answer.message).toMatch(/diarrhoea/u);
  await first.close();

  const second = await compose({ config, log: createLog('silent'), attach: false });
  expect(second.knowledge).toMatchObject({ loaded: 0, removed: 0 });
  expect((await second.records.get(principal, answer.id))?.answer).toEqual(answer);
  expect(await second.audit.verify(principal.tenant_id)).toMatchObject({ entries: 1, first_problem: null });
  await second.close();
});
