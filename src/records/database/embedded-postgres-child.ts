import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Extension, PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_textsearch } from '@electric-sql/pglite-pg_textsearch';
import { vector } from '@electric-sql/pglite-pgvector';
import { servePglite } from './serve-pglite.ts';
import { type FromChild, type SocketAddress, ToChild } from './socket-address.ts';

/** The process that has the database's files open. It lives exactly as long as its parent wants it to. */

const fsync = realFsync();
let running: Promise<{ stop(): Promise<void> }> | null = null;

// Ctrl-C and service managers signal the whole group; the parent needs the database until it has stopped its own work.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

process.on('message', (raw) => {
  const message = ToChild.parse(raw);
  if (message.type === 'count-syncs') return tell({ type: 'syncs', count: fsync.count() });
  if (message.type === 'stop') return void stopAndExit();
  running ??= start(message.folder, message.address);
  running.catch((error: unknown) => {
    tell({ type: 'failed', problem: error instanceof Error ? error.message : String(error) });
    process.exitCode = 1;
    process.disconnect();
  });
});

// The parent is gone, however it went.
process.on('disconnect', () => void stopAndExit());

async function start(folder: string, address: SocketAddress): Promise<{ stop(): Promise<void> }> {
  const extensions = { vector, pg_textsearch, realFsync: fsync.extension };
  const options = { extensions, startParams: DURABLE_START_PARAMS };
  await createCluster(folder, options);
  const db = await PGlite.create(folder, options);
  const server = await servePglite(db, address);
  tell({ type: 'ready', address: server.address });
  return {
    async stop() {
      await server.stop();
      await db.close();
    },
  };
}

async function stopAndExit(): Promise<void> {
  try {
    await (await running)?.stop();
  } catch {
    // A failed start has already been reported, and the write-ahead log repairs a close that did not finish.
    process.exitCode ??= 1;
  }
  process.exit();
}

function tell(message: FromChild): void {
  if (process.connected) process.send?.(message);
}

/** Makes the database's files if there are none. They appear whole or not at all: a half-made cluster never opens. */
async function createCluster(folder: string, options: PGliteOptions): Promise<void> {
  if (existsSync(folder)) return;
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  const db = await PGlite.create(draft, options);
  await db.close();
  syncTree(draft);
  renameSync(draft, folder);
  sync(dirname(folder));
}

function syncTree(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true })) sync(join(folder, String(name)));
  sync(folder);
}

function sync(path: string): void {
  // Windows opens no directories and syncs no read-only handles; there the rename is all there is.
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** WASI's number for "input/output error". */
const EIO = 29;

/** PGlite's start parameters without `-F`, which would have PostgreSQL skip every sync. */
const DURABLE_START_PARAMS: string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
];

/** The part of Emscripten's file system that syncing needs. */
interface NodeFiles {
  ErrnoError: new (errno: number) => Error;
  filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd?: number }) => number } } };
}

/**
 * Makes PostgreSQL's fsync reach the disk: Emscripten's node file system has none and answers "done". It is put in
 * place before the database starts, so that crash recovery is synced too.
 */
function realFsync(): { extension: Extension; count(): number } {
  let syncs = 0;

  function install(files: NodeFiles): void {
    files.filesystems.NODEFS.stream_ops.fsync = ({ nfd }) => {
      // A directory has no descriptor here; journalling file systems keep its entries with the files' own syncs.
      if (nfd === undefined) return 0;
      try {
        fsyncSync(nfd);
      } catch {
        // Reported to PostgreSQL as a failed fsync, so that it stops rather than acknowledge a write that is not on disk.
        throw new files.ErrnoError(EIO);
      }
      syncs += 1;
      return 0;
    };
  }

  return {
    count: () => syncs,
    extension: {
      name: 'real-fsync',
      setup: async (_db, options) => ({
        emscriptenOpts: {
          ...options,
          preRun: [...(options.preRun ?? []), (module: { FS: NodeFiles }) => install(module.FS)],
        },
      }),
    },
  };
}
