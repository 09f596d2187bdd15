import { execFileSync, spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readyFolder } from '../src/app/testing/ready-folder.ts';
import { chartMigrations } from '../src/chart/migrations/chart-migrations.ts';
import { openDatabase } from '../src/records/database/open-database.ts';
import { recordMigrations } from '../src/records/record-migrations.ts';
import { retrievalMigrations } from '../src/retrieval/stores/postgres/retrieval-migrations.ts';

const BIN = fileURLToPath(new URL('../bin/galen.mjs', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await readyFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('galen audit verify names the first entry that someone changed in the database', async () => {
  const env = { ...process.env, GALEN_DATA_DIR: folder, GALEN_EMBED_MODEL: 'hash' };
  for (const question of [
    'Does aspirin prevent pre-eclampsia?',
    'Do statins help?',
    'What is dengue shock?',
  ]) {
    execFileSync(process.execPath, [BIN, 'ask', question], { env });
  }
  const verify = () => spawnSync(process.execPath, [BIN, 'audit', 'verify'], { env, encoding: 'utf8' });
  expect(verify().status).toBe(0);

  const database = await openDatabase({
    dataDir: folder,
    migrations: [...recordMigrations, ...retrievalMigrations, ...chartMigrations],
    log: () => {},
  });
  await sql`update audit_entries set body = replace(body, 'statins', 'placebo') where seq = 2`.execute(
    database.db,
  );
  await database.close();

  const { status, stdout } = verify();
  expect(status).toBe(5);
  expect(stdout).toMatch(/BROKEN at entry 2 \(changed\)/u);
});
