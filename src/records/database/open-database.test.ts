import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inspect } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { recordMigrations } from '../record-migrations.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './open-database.ts';
import { servePglite } from './serve-pglite.ts';

const openUrl = (url: string, log: (message: string, details?: unknown) => void = () => undefined) =>
  openDatabase({ dataDir: '', url, migrations: recordMigrations, log });

describe('a database server', () => {
  it('is used with the same migrations as the embedded database', async () => {
    const server = await openTestDatabase([]);
    const address = server.embedded?.address;
    if (address === undefined || !('path' in address)) throw new Error('no unix socket');
    const database = await openUrl(`postgresql://postgres:s3cret@/postgres?host=${dirname(address.path)}`);
    expect(database).toMatchObject({ kind: 'server', soleOwner: false, embedded: null });
    await database.ping();
    const { rows } = await sql`select id from galen_migrations`.execute(database.db);
    expect(rows).toEqual(recordMigrations.map(({ id }) => ({ id })));
    await database.close();
    await server.close();
  });

  it('that lacks an extension is refused with advice', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'galen-test-'));
    const bare = await PGlite.create();
    const server = await servePglite(bare, { path: join(folder, '.s.PGSQL.5432') });
    await expect(openUrl(`postgresql://postgres:s3cret@/postgres?host=${folder}`)).rejects.toMatchObject({
      code: 'DATABASE_LACKS_EXTENSION',
      details: { extension: 'vector', advice: expect.stringContaining('pgvector') },
    });
    await server.stop();
    await bare.close();
    rmSync(folder, { recursive: true });
  });

  it('that does not answer is unavailable, and its password is not told', async () => {
    const logged: unknown[] = [];
    const opening = openUrl('postgresql://galen:s3cret@127.0.0.1:1/galen', (...words) => logged.push(words));
    const error = await opening.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    expect(inspect([error, logged], { depth: 10 })).not.toContain('s3cret');
  });

  it('with an address that cannot be read is refused without telling it', async () => {
    const error = await openUrl('postgresql://galen:s3cret@host:notaport/galen').catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: 'CONFIG_INVALID' });
    expect(inspect(error, { depth: 10 })).not.toContain('s3cret');
  });
});
