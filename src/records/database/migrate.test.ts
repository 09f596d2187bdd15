import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Migration } from '../migration.port.ts';
import { freshDataDir } from '../testing/test-database.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';

const makeTable = (id: string, table: string): Migration => ({
  id,
  up: async (transaction) =>
    void (await sql`create table ${sql.ref(table)} (a integer)`.execute(transaction)),
});
const one = makeTable('0001-one', 'one');
const two = makeTable('0002-two', 'two');

describe('migrations', () => {
  let dataDir: string;
  let open: (migrations: Migration[], options?: { attach?: boolean }) => Promise<OpenDatabase>;
  const opened: OpenDatabase[] = [];

  beforeEach(async () => {
    dataDir = await freshDataDir();
    let now = Date.parse('2026-01-01T00:00:00Z');
    open = async (migrations, options = {}) => {
      now += 1000;
      const database = await openDatabase({
        dataDir,
        migrations,
        log: () => undefined,
        clock: () => now,
        ...options,
      });
      opened.push(database);
      return database;
    };
  });
  afterEach(async () => {
    await closeAll();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const closeAll = async () => {
    for (const database of opened.splice(0).reverse()) await database.close();
  };

  it('run in the order given, once each', async () => {
    const order: string[] = [];
    const noted = (migration: Migration): Migration => ({
      ...migration,
      up: async (transaction) => {
        order.push(migration.id);
        await migration.up?.(transaction);
      },
    });
    await open([noted(one), noted(two)]);
    await closeAll();
    const database = await open([noted(one), noted(two)]);
    expect(order).toEqual(['0001-one', '0002-two']);
    expect(await ledger(database)).toEqual(['0001-one', '0002-two']);
    expect(existsSync(join(dataDir, 'backups'))).toBe(false);
  });

  it('leave no trace when one fails, and keep those before it', async () => {
    const failing: Migration = {
      id: '0002-failing',
      up: async (transaction) => {
        await sql`create table half (a integer)`.execute(transaction);
        throw new Error('out of ideas');
      },
    };
    await expect(open([one, failing])).rejects.toThrow('out of ideas');
    const database = await open([one]);
    expect(await ledger(database)).toEqual(['0001-one']);
    expect(await tables(database)).toEqual(['galen_migrations', 'one']);
  });

  it('copy the database before they change it, and the copy opens as it was', async () => {
    const before = await open([one]);
    await sql`insert into one values (41)`.execute(before.db);
    await closeAll();
    const after = await open([one, two]);
    await sql`insert into one values (42)`.execute(after.db);
    await closeAll();

    expect(readdirSync(join(dataDir, 'backups'))).toEqual(['0001-one-0002-two-20260101T000002000Z']);
    const backup = join(dataDir, 'backups', '0001-one-0002-two-20260101T000002000Z');
    rmSync(join(dataDir, 'postgres'), { recursive: true });
    cpSync(backup, join(dataDir, 'postgres'), { recursive: true });
    const restored = await open([one]);
    expect((await sql`select a from one`.execute(restored.db)).rows).toEqual([{ a: 41 }]);
    expect(await tables(restored)).toEqual(['galen_migrations', 'one']);
  });

  it('refuse a database that a newer version has migrated, and let go of it', async () => {
    await open([one, two]);
    await closeAll();
    await expect(open([one])).rejects.toMatchObject({
      code: 'DATABASE_TOO_NEW',
      details: { found: '0002-two', known: '0001-one' },
    });
    await expect(open([one, two])).resolves.toMatchObject({ kind: 'embedded' });
  });

  it('are never run by a process that is only attached', async () => {
    await open([one]);
    await expect(open([one, two], { attach: true })).rejects.toMatchObject({
      code: 'DATABASE_IN_USE',
      details: { pid: process.pid },
    });
    const attached = await open([one], { attach: true });
    expect(attached.kind).toBe('attached');
    expect(await tables(attached)).toEqual(['galen_migrations', 'one']);
  });
});

async function ledger({ db }: OpenDatabase): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from galen_migrations order by position`.execute(db);
  return rows.map((row) => row.id);
}

async function tables({ db }: OpenDatabase): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1
  `.execute(db);
  return rows.map((row) => row.name);
}
