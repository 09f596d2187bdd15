import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordMigrations } from '../record-migrations.ts';
import { ask, forkDatabaseProcess, kill } from '../testing/fork-database-process.ts';
import { freshDataDir, openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { identityOf, isAlive } from './folder-lock.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';

const log = () => undefined;

describe('an embedded database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
    await sql`create table notes (id integer primary key, body text)`.execute(database.db);
  });
  afterAll(() => database.close());

  it('has both search extensions', async () => {
    const { rows } = await sql<{ name: string }>`select extname as name from pg_extension`.execute(
      database.db,
    );
    expect(rows.map((row) => row.name)).toEqual(expect.arrayContaining(['vector', 'pg_textsearch']));
  });

  it('has the disk confirm every commit', async () => {
    const before = await database.embedded?.countSyncs();
    for (let id = 1; id <= 50; id += 1) await sql`insert into notes values (${id}, 'x')`.execute(database.db);
    const after = await database.embedded?.countSyncs();
    expect((after ?? 0) - (before ?? 0)).toBeGreaterThanOrEqual(50);
  });

  it('keeps two transactions apart', async () => {
    let enterSecond: () => void = () => undefined;
    const firstHasWritten = new Promise<void>((resolve) => {
      enterSecond = resolve;
    });
    const seenByFirst: number[] = [];
    const first = database.db.transaction().execute(async (transaction) => {
      await sql`insert into notes values (1001, 'first')`.execute(transaction);
      enterSecond();
      for (let i = 0; i < 5; i += 1) {
        seenByFirst.push(await count(transaction, 1001, 1002));
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error('changed my mind');
    });
    const second = firstHasWritten.then(() =>
      database.db.transaction().execute(async (transaction) => {
        await sql`insert into notes values (1002, 'second')`.execute(transaction);
        return count(transaction, 1001, 1002);
      }),
    );

    await expect(first).rejects.toThrow('changed my mind');
    expect(seenByFirst).toEqual([1, 1, 1, 1, 1]);
    expect(await second).toBe(1);
    expect(await count(database.db, 1001, 1002)).toBe(1);
  });

  it('keeps queries apart whose messages arrive in pieces', async () => {
    const long = 'y'.repeat(300_000);
    const results = await Promise.all(
      Array.from({ length: 120 }, (_, i) =>
        i % 2 === 0
          ? database.pool.query('select length($1::text) as a, $2::int as b', [long, i])
          : database.pool.query('select $1::text as a, -($2::int) as b', ['short', i]),
      ),
    );
    expect(results.map((result) => result.rows[0])).toEqual(
      Array.from({ length: 120 }, (_, i) => (i % 2 === 0 ? { a: 300_000, b: i } : { a: 'short', b: -i })),
    );
  });

  it('answers on after a statement that fails, on the same connection and on others', async () => {
    for (let i = 0; i < 8; i += 1) {
      await expect(sql`select ${i}::int / 0`.execute(database.db)).rejects.toThrow('division by zero');
      await expect(sql`select from nowhere where ${i} = 1`.execute(database.db)).rejects.toThrow('nowhere');
    }
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.db);
    expect(rows).toEqual([{ one: 1 }]);
  });

  it('rolls back for a connection that leaves in the middle of a transaction', async () => {
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query("insert into notes values (2001, 'lost')");
    client.release(true);
    expect(await count(database.db, 2001, 2001)).toBe(0);
  });

  it('comes back with its data when its process is killed', async () => {
    await sql`insert into notes values (3001, 'kept')`.execute(database.db);
    const killed = database.embedded?.childPid ?? 0;
    const inFlight = sql`select pg_sleep(1)`.execute(database.db);
    process.kill(killed, 'SIGKILL');
    await expect(inFlight).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    await vi.waitFor(async () => expect(await count(database.db, 3001, 3001)).toBe(1), {
      timeout: 20_000,
      interval: 50,
    });
    expect(database.embedded?.childPid).not.toBe(killed);
    const { rows } = await database.pool.query('select body from notes where id = 3001');
    expect(rows).toEqual([{ body: 'kept' }]);
  });
});

describe('one owner', () => {
  const folders: string[] = [];
  const opened: OpenDatabase[] = [];
  const dataDirOf = async () => {
    const dataDir = await freshDataDir(recordMigrations);
    folders.push(dataDir);
    return dataDir;
  };
  const open = async (dataDir: string, attach = false) => {
    const database = await openDatabase({ dataDir, attach, migrations: recordMigrations, log });
    opened.push(database);
    return database;
  };
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  it('leaves nothing behind but the data when it closes', async () => {
    const dataDir = await dataDirOf();
    const database = await openDatabase({ dataDir, migrations: recordMigrations, log });
    const child = identityOf(database.embedded?.childPid ?? 0);
    expect(JSON.parse(readFileSync(join(dataDir, 'owner.json'), 'utf8'))).toMatchObject({ pid: process.pid });
    await database.close();
    expect(isAlive(child)).toBe(false);
    expect(readdirSync(dataDir)).toEqual(['postgres']);
  });

  it('refuses a second process and names the first', async () => {
    const dataDir = await dataDirOf();
    await open(dataDir);
    const second = await forkDatabaseProcess(dataDir, 'own');
    expect(second.report).toEqual({
      refused: `The data folder ${dataDir} is in use by process ${process.pid}.`,
    });
  });

  it('lets a second process attach, and both see the same rows', async () => {
    const dataDir = await dataDirOf();
    const first = await open(dataDir);
    await sql`create table shared (a integer)`.execute(first.db);
    const second = await forkDatabaseProcess(dataDir, 'attach');
    expect(second.report).toEqual({ opened: 'attached', childPid: null });
    await ask(second.process, 'insert into shared values (7)');
    const { rows } = await sql`select a from shared`.execute(first.db);
    expect(rows).toEqual([{ a: 7 }]);
    await kill(second.process);
    expect((await sql`select a from shared`.execute(first.db)).rows).toEqual([{ a: 7 }]);
  });

  it('becomes the owner when it may attach but nobody is there', async () => {
    const database = await open(await dataDirOf(), true);
    expect(database).toMatchObject({ kind: 'embedded', soleOwner: true });
  });

  it('leaves no database process behind when it is killed', async () => {
    const { process: owner, report } = await forkDatabaseProcess(await dataDirOf(), 'own');
    if (!('opened' in report)) throw new Error(JSON.stringify(report));
    const child = identityOf(report.childPid ?? 0);
    expect(isAlive(child)).toBe(true);
    await kill(owner);
    await vi.waitFor(() => expect(isAlive(child)).toBe(false), { timeout: 10_000, interval: 20 });
  });

  it('is taken over from an owner that was killed, after its database process and with its data', async () => {
    const dataDir = await dataDirOf();
    const first = await forkDatabaseProcess(dataDir, 'own');
    if (!('opened' in first.report)) throw new Error(JSON.stringify(first.report));
    await ask(first.process, 'create table kept (a integer)');
    await ask(first.process, 'insert into kept values (1)');
    const child = identityOf(first.report.childPid ?? 0);
    // Stopped, it cannot close by itself: an orphan in the middle of a long statement.
    process.kill(child.pid, 'SIGSTOP');
    await kill(first.process);
    expect(isAlive(child)).toBe(true);

    const second = await open(dataDir);
    expect(isAlive(child)).toBe(false);
    expect((await sql`select a from kept`.execute(second.db)).rows).toEqual([{ a: 1 }]);
  });

  it('listens in the temporary folder when the data folder has a long name', async () => {
    const base = await dataDirOf();
    const dataDir = join(base, 'a-long-name-'.repeat(10));
    cpSync(join(base, 'postgres'), join(dataDir, 'postgres'), { recursive: true });
    const database = await open(dataDir);
    await database.ping();
    expect(existsSync(join(dataDir, 'socket'))).toBe(false);
    const address = database.embedded?.address;
    expect(address !== undefined && 'path' in address && existsSync(address.path)).toBe(true);
  });
});

async function count(db: OpenDatabase['db'], low: number, high: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from notes where id between ${low} and ${high}
  `.execute(db);
  return rows[0]?.n ?? -1;
}
