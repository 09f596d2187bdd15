import {
  closeSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { freshDataDir } from '../testing/test-database.ts';
import { asFolderFault } from './check-folder.ts';
import { openDatabase } from './open-database.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const open = (dataDir: string) => openDatabase({ dataDir, migrations: [], log: () => undefined });
const systemError = (code: string) => Object.assign(new Error(code), { code });

async function harmed(harm: (cluster: string) => void): Promise<string> {
  const dataDir = await freshDataDir();
  folders.push(dataDir);
  harm(join(dataDir, 'postgres'));
  return dataDir;
}

describe('a database that is not whole', () => {
  it.each<[what: string, harm: (cluster: string) => void, named: RegExp]>([
    ['its version is missing', (cluster) => rmSync(join(cluster, 'PG_VERSION')), /PG_VERSION/u],
    [
      'its control file is cut short',
      (cluster) => truncateSync(join(cluster, 'global/pg_control'), 100),
      /pg_control/u,
    ],
    [
      'its write-ahead log is missing',
      (cluster) => rmSync(join(cluster, 'pg_wal'), { recursive: true }),
      /pg_wal/u,
    ],
    [
      'all of it is missing',
      (cluster) => {
        for (const name of readdirSync(cluster)) rmSync(join(cluster, name), { recursive: true });
      },
      /PG_VERSION/u,
    ],
    [
      'its control file holds something else',
      (cluster) => writeFileSync(join(cluster, 'global/pg_control'), Buffer.alloc(8_192, 1)),
      /does not start/u,
    ],
  ])('is refused and left as it is: %s', async (_, harm, named) => {
    const dataDir = await harmed(harm);
    const before = filesOf(dataDir);
    await expect(open(dataDir)).rejects.toMatchObject({
      code: 'DATABASE_DAMAGED',
      details: { folder: join(dataDir, 'postgres'), problem: expect.stringMatching(named) },
    });
    expect(filesOf(dataDir)).toEqual(before);
  });

  it('is named as such when a page of a table is not what was written', async () => {
    const dataDir = await harmed(() => undefined);
    const first = await open(dataDir);
    await sql`create table notes as select n, repeat('x', 500) as body from generate_series(1, 200) n`.execute(
      first.db,
    );
    const { rows } = await sql<{ path: string }>`select pg_relation_filepath('notes') as path`.execute(
      first.db,
    );
    await first.close();
    const table = openSync(join(dataDir, 'postgres', rows[0]?.path ?? ''), 'r+');
    writeSync(table, Buffer.alloc(8_192, 7), 0, 8_192, 8_192);
    closeSync(table);
    const second = await open(dataDir);
    try {
      await expect(sql`select count(body) from notes where n > 0`.execute(second.db)).rejects.toMatchObject({
        code: 'DATABASE_DAMAGED',
      });
    } finally {
      await second.close();
    }
  });
});

describe('a folder that takes nothing', () => {
  it.runIf(process.platform === 'linux')('is refused in a sentence', async () => {
    await expect(open('/sys/galen')).rejects.toMatchObject({
      code: 'DATABASE_READ_ONLY',
      details: { folder: '/sys/galen' },
    });
  });

  it('is told apart by what the system says', () => {
    expect(asFolderFault(systemError('ENOSPC'), '/data')).toMatchObject({ code: 'DATABASE_DISK_FULL' });
    expect(asFolderFault(systemError('EROFS'), '/data')).toMatchObject({ code: 'DATABASE_READ_ONLY' });
    const other = systemError('EMFILE');
    expect(asFolderFault(other, '/data')).toBe(other);
  });
});

function filesOf(dataDir: string): [string, number][] {
  const names = readdirSync(join(dataDir, 'postgres'), { recursive: true }).map(String).sort();
  return names.map((name) => [name, statSync(join(dataDir, 'postgres', name)).size]);
}
