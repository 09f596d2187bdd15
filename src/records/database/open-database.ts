import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { codeOf, GalenError } from '../../domain/errors.ts';
import type { Clock } from '../../domain/run-context.ts';
import type { Migration } from '../migration.port.ts';
import { backUpFolder } from './back-up-folder.ts';
import { asFolderFault, clusterFolder, damaged, requireWritable } from './check-folder.ts';
import { type EmbeddedPostgres, type Log, startEmbeddedPostgres } from './embedded-postgres.ts';
import { claimFolder, type FolderLock, isLive, type Owner, readOwner } from './folder-lock.ts';
import { migrate, planMigrations } from './migrate.ts';
import { driverAddress, type SocketAddress } from './socket-address.ts';

const EMBEDDED_CONNECTIONS = 4;
const SERVER_CONNECTIONS = 10;
const SERVER_CONNECT_MS = 10_000;
/** A connection to the embedded database waits its turn behind open transactions; only a hung one takes this long. */
const EMBEDDED_CONNECT_MS = 60_000;

interface OpenDatabaseOptions {
  /** The data folder; used when there is no `url`. */
  dataDir: string;
  /** A PostgreSQL server instead of the embedded database. */
  url?: string | undefined;
  /** Use the database of the process that owns the folder, if there is one, instead of refusing. */
  attach?: boolean | undefined;
  migrations: readonly Migration[];
  log: Log;
  clock?: Clock | undefined;
}

export interface OpenDatabase {
  db: Kysely<unknown>;
  /** The connections that `db` uses, for libraries that speak SQL themselves. */
  pool: pg.Pool;
  /** No other process can have written here while this one was away. */
  soleOwner: boolean;
  kind: 'embedded' | 'attached' | 'server';
  ping(): Promise<void>;
  close(): Promise<void>;
  /** The database process, when it is this process's own. */
  embedded: EmbeddedPostgres | null;
}

/** Opens the database, brings it up to date, and says whether it is owned, attached or on a server. */
export async function openDatabase(unordered: OpenDatabaseOptions): Promise<OpenDatabase> {
  // Rooms bring their own migrations; their numbers say which comes first.
  const migrations = unordered.migrations.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const options = { ...unordered, migrations };
  if (options.url !== undefined) return openServer(options.url, options);
  for (;;) {
    const claim = await claimFolder(options.dataDir).catch((error: unknown) => {
      throw asFolderFault(error, options.dataDir);
    });
    if ('lock' in claim) return openEmbedded(claim.lock, options);
    if (!options.attach) throw inUse(options.dataDir, claim.owner.pid);
    const socket = await socketOf(claim.owner, options.dataDir);
    // An owner that went away while we waited has left the folder to us.
    if (socket !== null) return openAttached(socket, claim.owner.pid, options);
  }
}

async function openEmbedded(lock: FolderLock, options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const { dataDir, migrations, log, clock = Date.now } = options;
  let database: OpenDatabase | null = null;

  async function start(): Promise<OpenDatabase> {
    const embedded = await startEmbeddedPostgres(dataDir, lock, log);
    const config = embeddedPool(embedded.address);
    const connection = connect(config, log, clusterFolder(dataDir), embedded.ready);
    const stop = async () => {
      await connection.close();
      await embedded.stop();
    };
    const ping = async () => {
      // A full disk is told by the disk: PGlite does not come back from a write-ahead log that cannot grow.
      await requireWritable(dataDir);
      await connection.ping();
    };
    return { ...connection, ping, close: stop, kind: 'embedded', soleOwner: true, embedded };
  }

  try {
    database = await start();
    const { applied, pending } = await planMigrations(database.db, migrations);
    const from = applied.at(-1);
    const to = pending.at(-1)?.id;
    if (from !== undefined && to !== undefined) {
      await database.close();
      database = null;
      const backup = backUpFolder(dataDir, { from, to, at: clock() });
      log('the database was copied before its migration', { backup });
      database = await start();
    }
    await requireExtensions(database.db);
    if (to !== undefined) await migrate(database.db, migrations);
  } catch (error) {
    await database?.close();
    lock.release();
    throw error;
  }

  const opened = database;
  return {
    ...opened,
    async close() {
      await opened.close();
      lock.release();
    },
  };
}

async function openAttached(
  socket: SocketAddress,
  ownerPid: number,
  { dataDir, migrations, log }: OpenDatabaseOptions,
): Promise<OpenDatabase> {
  const connection = connect(embeddedPool(socket), log, clusterFolder(dataDir));
  try {
    const { pending } = await planMigrations(connection.db, migrations);
    // Only the owner may change the tables under its own feet; it is an older Galen and has to be stopped first.
    if (pending.length > 0) throw inUse(dataDir, ownerPid);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return { ...connection, kind: 'attached', soleOwner: false, embedded: null };
}

async function openServer(url: string, { migrations, log }: OpenDatabaseOptions): Promise<OpenDatabase> {
  const connection = connect(
    { connectionString: url, max: SERVER_CONNECTIONS, connectionTimeoutMillis: SERVER_CONNECT_MS },
    log,
    'GALEN_DATABASE_URL',
  );
  try {
    await requireExtensions(connection.db);
    await planMigrations(connection.db, migrations);
    await migrate(connection.db, migrations);
  } catch (error) {
    await connection.close();
    throw withoutAddress(error);
  }
  return { ...connection, kind: 'server', soleOwner: false, embedded: null };
}

type Connection = Pick<OpenDatabase, 'db' | 'pool' | 'ping' | 'close'>;

function connect(
  config: pg.PoolConfig,
  log: Log,
  /** What holds its files, for the errors that tell of them. */
  place: string,
  ready: () => Promise<void> = async () => undefined,
): Connection {
  const pool = patient(new pg.Pool(config), log, place, ready);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    async ping() {
      await sql`select 1`.execute(db);
    },
    close: () => db.destroy(),
  };
}

function embeddedPool(address: SocketAddress): pg.PoolConfig {
  return {
    ...driverAddress(address),
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    max: EMBEDDED_CONNECTIONS,
    connectionTimeoutMillis: EMBEDDED_CONNECT_MS,
  };
}

/** Waits for an owner that is still starting; null when it goes away instead. */
async function socketOf(owner: Owner, dataDir: string): Promise<SocketAddress | null> {
  for (let current: Owner | null = owner; current !== null; current = readOwner(dataDir)) {
    if (current.socket !== null) return current.socket;
    if (!(await isLive(current))) return null;
    await sleep(50);
  }
  return null;
}

/** Node's error for an address it cannot read carries the whole of it, password and all. */
function withoutAddress(error: unknown): unknown {
  if (codeOf(error) !== 'ERR_INVALID_URL') return error;
  return new GalenError('CONFIG_INVALID', { problem: 'the database URL cannot be read' });
}

function inUse(folder: string, pid: number): GalenError {
  return new GalenError('DATABASE_IN_USE', { folder, pid });
}

/** SQLSTATE classes for "the server is not there": connection lost, resources gone, shut down by its operator. */
const AWAY_CLASSES = ['08', '53', '57P'];

/** Has a pool outlive its database: it waits for one on its way back, and says DATABASE_UNAVAILABLE when it is away. */
function patient(pool: pg.Pool, log: Log, place: string, ready: () => Promise<void>): pg.Pool {
  const lost = (error: Error) => log('a database connection was lost', { problem: error.message });
  // A connection that breaks is replaced by the pool; unheard, idle or in somebody's hands, it would end this process.
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  const checkOut = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;

  async function connect(): Promise<pg.PoolClient> {
    try {
      await ready();
      return watched(await checkOut(), place);
    } catch (error) {
      throw asDatabaseFault(error, place);
    }
  }
  async function query(...args: unknown[]): Promise<unknown> {
    const client = await connect();
    try {
      const result = await (client.query as Query)(...args);
      client.release();
      return result;
    } catch (error) {
      // A script that fails between its own begin and commit leaves a transaction open; closing the connection ends it.
      client.release(true);
      throw error;
    }
  }
  return Object.assign(pool, { connect, query });
}

/** Of the driver's overloads (text and values, a prepared query, a cursor), all are passed on untouched. */
type Query = (...args: unknown[]) => Promise<unknown>;

/** SQLSTATE of files that PostgreSQL cannot read as it wrote them: corrupted data, an index, a file that is gone. */
const DAMAGED = ['XX001', 'XX002', '58030', '58P01'];

/** What only the database's operator can mend, in our words; an error of the statement stays as it is. */
function asDatabaseFault(error: unknown, folder: string): unknown {
  const code = codeOf(error) ?? '';
  if (code === '53100') return new GalenError('DATABASE_DISK_FULL', { folder }, { cause: error });
  if (code === '25006') return new GalenError('DATABASE_READ_ONLY', { folder }, { cause: error });
  if (DAMAGED.includes(code) && error instanceof Error) return damaged(folder, error.message, error);
  return isAway(error) ? new GalenError('DATABASE_UNAVAILABLE', {}, { cause: error }) : error;
}

/** A connection for one borrower, with our word for a database that is away; it is not lent again after that. */
function watched(client: pg.PoolClient, place: string): pg.PoolClient {
  let broken: Error | undefined;
  const query: Query = async (...args) => {
    try {
      return await (client.query as Query).apply(client, args);
    } catch (error) {
      if (error instanceof Error && isAway(error)) broken = error;
      throw asDatabaseFault(error, place);
    }
  };
  const release = (destroy?: Error | boolean) => client.release(destroy ?? broken);
  // A cast, because borrowers query and release, and do nothing else with a connection.
  return { query, release } as pg.PoolClient;
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code !== undefined)
    return /^E[A-Z]{3,}/.test(code) || AWAY_CLASSES.some((away) => code.startsWith(away));
  // The driver's own words; it gives these no code.
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered/.test(
    error.message,
  );
}

/** What search stands on, and how an operator gets it. */
const EXTENSIONS = {
  vector:
    'install pgvector 0.8 or newer on the PostgreSQL server (package postgresql-18-pgvector, or the image ' +
    'pgvector/pgvector:pg18; managed services list it as "vector"), then let the database owner run ' +
    'CREATE EXTENSION vector.',
  pg_textsearch:
    'install pg_textsearch 1.0 or newer (github.com/timescale/pg_textsearch; PostgreSQL 17 or 18), add it to ' +
    "shared_preload_libraries = 'pg_textsearch' in postgresql.conf, restart the server, then let the database " +
    'owner run CREATE EXTENSION pg_textsearch.',
} as const;

/** Makes sure of the extensions, creating those that are installed but not yet created. */
async function requireExtensions(db: Kysely<unknown>): Promise<void> {
  const names = Object.keys(EXTENSIONS) as (keyof typeof EXTENSIONS)[];
  const { rows } = await sql<{ name: string }>`
    select extname as name from pg_extension where extname = any(${names})
  `.execute(db);
  const present = new Set(rows.map((row) => row.name));
  for (const extension of names.filter((name) => !present.has(name))) {
    try {
      await sql`create extension if not exists ${sql.ref(extension)}`.execute(db);
    } catch (cause) {
      if (cause instanceof GalenError && cause.retryable) throw cause;
      // Another Galen that starts now was faster.
      if (['23505', '42710'].includes(codeOf(cause) ?? '')) continue;
      const details = { extension, advice: EXTENSIONS[extension] };
      throw new GalenError('DATABASE_LACKS_EXTENSION', details, { cause });
    }
  }
}
