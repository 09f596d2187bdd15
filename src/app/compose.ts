import { setImmediate as nextTick } from 'node:timers/promises';
import { chartMigrations } from '../chart/migrations/chart-migrations.ts';
import type { GatewaySettings } from '../llm/gateway-settings.ts';
import type { Meaning } from '../meaning/meaning.port.ts';
import { openDatabase } from '../records/database/open-database.ts';
import { recordMigrations } from '../records/record-migrations.ts';
import { retrievalMigrations } from '../retrieval/stores/postgres/retrieval-migrations.ts';
import type { assemble } from './compose/assemble.ts';
import type { Config } from './config.ts';
import type { Log } from './log.ts';

/** The whole system, ready to be asked. */
export type Galen = Awaited<ReturnType<typeof assemble>>;

export interface ComposeOptions {
  config: Config;
  log: Log;
  /** Share the database of a Galen that already runs on the data folder. */
  attach: boolean;
  /** A server, rather than a command that ends with its answer: worth reading into memory what makes searches fast. */
  isLongLived?: boolean;
  onKnowledge?: (done: number, total: number) => void;
  /** Our own models, where not those of the package. */
  meaning?: Meaning;
  /** How long the gates wait for them and a look ahead may take, where not as long as a person would: a busy machine needs more. */
  patienceMs?: number;
  /** How patient the gateway is with models and how many answers it keeps, where not as usual. */
  gatewaySettings?: Partial<GatewaySettings> & { cacheEntries?: number };
}

/** Builds Galen from its settings. The database's process starts first: while it does, the rest of the code is read. */
export async function compose(options: ComposeOptions): Promise<Galen> {
  const { config, log, attach } = options;
  const opening = openDatabase({
    dataDir: config.GALEN_DATA_DIR,
    url: config.GALEN_DATABASE_URL,
    attach,
    migrations: [...recordMigrations, ...retrievalMigrations, ...chartMigrations],
    log: (message, details) => log.warn(details ?? {}, message),
  });
  opening.catch(() => undefined);
  // Reading code keeps this thread busy: the folder is claimed and the process forked before.
  await nextTick();
  const desk = import('./desk-settings.ts').then(({ loadDeskSettings }) =>
    loadDeskSettings(config.GALEN_DESK_FILE),
  );
  // Told when it is waited for, with the database open and to be closed again.
  desk.catch(() => undefined);
  const [database, { assemble }, meaning] = await Promise.all([
    opening,
    import('./compose/assemble.ts'),
    options.meaning ?? openMeaning(config),
  ]);
  try {
    return await assemble(database, { ...options, meaning, desk });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Read and checked while the database starts; its threads begin with the first text. Null where nothing needs it. */
async function openMeaning(config: Config): Promise<Meaning | null> {
  const usesOwn = (model: string | undefined) => model === undefined || model === 'own';
  if (!usesOwn(config.GALEN_EMBED_MODEL) && !usesOwn(config.GALEN_RERANK_MODEL)) return null;
  const { createMeaning } = await import('../meaning/create-meaning.ts');
  return createMeaning();
}
