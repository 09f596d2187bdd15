import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { type OpenDatabase, openDatabase } from '../database/open-database.ts';
import type { Migration } from '../migration.port.ts';
import { recordMigrations } from '../record-migrations.ts';

export interface TestDatabase extends OpenDatabase {
  dataDir: string;
}

/** A fresh embedded database of its own in a temporary folder. `close` removes it. */
export async function openTestDatabase(
  migrations: readonly Migration[] = recordMigrations,
): Promise<TestDatabase> {
  const dataDir = await freshDataDir();
  const database = await openDatabase({ dataDir, migrations, log: () => undefined });
  return {
    ...database,
    dataDir,
    async close() {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A temporary data folder with an empty database in it, copied from a template because making one takes seconds. */
export async function freshDataDir(): Promise<string> {
  const template = await templateFolder();
  const dataDir = mkdtempSync(join(tmpdir(), 'galen-test-'));
  cpSync(join(template, 'postgres'), join(dataDir, 'postgres'), { recursive: true });
  return dataDir;
}

async function templateFolder(): Promise<string> {
  const template = join(tmpdir(), `galen-test-template-${userInfo().uid}-${templateVersion()}`);
  if (existsSync(template)) return template;
  const draft = mkdtempSync(`${template}-`);
  const database = await openDatabase({ dataDir: draft, migrations: [], log: () => undefined });
  await database.close();
  mkdirSync(dirname(template), { recursive: true });
  try {
    renameSync(draft, template);
  } catch {
    // Another test process was faster.
    rmSync(draft, { recursive: true, force: true });
  }
  return template;
}

function templateVersion(): string {
  const require = createRequire(import.meta.url);
  const names = ['pglite', 'pglite-pgvector', 'pglite-pg_textsearch'];
  return names.map((name) => packageVersion(require.resolve(`@electric-sql/${name}`))).join('-');
}

function packageVersion(entry: string): string {
  const require = createRequire(import.meta.url);
  // A cast, because a manifest is what npm says it is.
  return (require(join(dirname(dirname(entry)), 'package.json')) as { version: string }).version;
}
