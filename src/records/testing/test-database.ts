import { createHash } from 'node:crypto';
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
  const dataDir = await freshDataDir(migrations);
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
export async function freshDataDir(migrations: readonly Migration[] = []): Promise<string> {
  const template = migrations.length > 0 ? await migratedFolder(migrations) : await templateFolder();
  const dataDir = mkdtempSync(join(tmpdir(), 'galen-test-'));
  cpSync(join(template, 'postgres'), join(dataDir, 'postgres'), { recursive: true });
  return dataDir;
}

/** With these migrations applied; kept for the run of tests alone, because migrations change. */
async function migratedFolder(migrations: readonly Migration[]): Promise<string> {
  const templates = process.env.GALEN_TEST_TEMPLATES;
  // Outside a run of tests there is nobody to share with.
  if (templates === undefined) return templateFolder();
  const told = JSON.stringify(migrations.map(({ id, up }) => [id, up?.toString()]));
  const name = createHash('sha256').update(told).digest('hex').slice(0, 16);
  return makeTemplate(join(templates, `migrated-${name}`), () => freshDataDir(), migrations);
}

/** Kept from run to run. */
function templateFolder(): Promise<string> {
  const folder = process.env.GALEN_TEST_CLUSTERS ?? tmpdir();
  const template = join(folder, `galen-test-template-${userInfo().uid}-${templateVersion()}`);
  return makeTemplate(template, async () => mkdtempSync(`${template}-`), []);
}

async function makeTemplate(
  template: string,
  newDraft: () => Promise<string>,
  migrations: readonly Migration[],
): Promise<string> {
  if (existsSync(template)) return template;
  const draft = await newDraft();
  const database = await openDatabase({ dataDir: draft, migrations, log: () => undefined });
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
