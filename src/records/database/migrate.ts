import { readFileSync } from 'node:fs';
import { type Kysely, sql, type Transaction } from 'kysely';
import { GalenError } from '../../domain/errors.ts';
import { dataFile } from '../../language/read-lexicon.ts';
import type { Migration } from '../migration.port.ts';

/** Two servers starting at once must not migrate at once. The number is Galen's own, chosen at random. */
const MIGRATION_LOCK = 7_420_113_068;

/** Runs the pending migrations in order, each in one transaction. A failing one leaves no trace, and stops the rest. */
export async function migrate(db: Kysely<unknown>, migrations: readonly Migration[]): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(connection);
    try {
      await sql`
        create table if not exists galen_migrations (
          id text primary key,
          position integer generated always as identity,
          applied_at timestamptz not null default now()
        )
      `.execute(connection);
      const { pending } = await planMigrations(connection, migrations);
      for (const migration of pending) {
        await connection.transaction().execute(async (transaction) => {
          await (migration.up?.(transaction) ?? runFile(migration, transaction));
          await sql`insert into galen_migrations (id) values (${migration.id})`.execute(transaction);
        });
      }
    } finally {
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection);
    }
  });
}

async function runFile({ id }: Migration, transaction: Transaction<unknown>): Promise<void> {
  const statements = readFileSync(dataFile(`migrations/${id}.sql`), 'utf8');
  await sql.raw(statements).execute(transaction);
}

/** What has run and what is to run. Refuses a database that a newer Galen has migrated. */
export async function planMigrations(db: Kysely<unknown>, migrations: readonly Migration[]) {
  const applied = await appliedIds(db);
  const known = migrations.map((migration) => migration.id);
  const found = applied.find((id) => !known.includes(id));
  if (found !== undefined) throw new GalenError('DATABASE_TOO_NEW', { found, known: known.at(-1) ?? 'none' });
  return { applied, pending: migrations.filter((migration) => !applied.includes(migration.id)) };
}

async function appliedIds(db: Kysely<unknown>): Promise<string[]> {
  const ledger = await sql<{ there: boolean }>`
    select to_regclass('galen_migrations') is not null as there
  `.execute(db);
  if (!ledger.rows[0]?.there) return [];
  const { rows } = await sql<{ id: string }>`select id from galen_migrations order by position`.execute(db);
  return rows.map((row) => row.id);
}
