import { sql } from 'kysely';
import { GalenError } from '../../domain/errors.ts';
import { openDatabase } from '../database/open-database.ts';
import { recordMigrations } from '../record-migrations.ts';

/** Another process with the database open: obeys its parent's SQL until it is killed. */
const [dataDir = '', mode = 'own'] = process.argv.slice(2);

try {
  const database = await openDatabase({
    dataDir,
    attach: mode === 'attach',
    migrations: recordMigrations,
    log: () => undefined,
  });
  const childPid = database.embedded?.childPid ?? null;
  process.send?.({ opened: database.kind, childPid });
  process.on('message', async (text: string) => {
    if (text === 'close') {
      await database.close();
      process.disconnect();
      return;
    }
    const { rows } = await sql.raw(text).execute(database.db);
    process.send?.({ rows });
  });
} catch (error) {
  process.send?.({ refused: error instanceof GalenError ? error.message : String(error) });
  process.disconnect();
}
