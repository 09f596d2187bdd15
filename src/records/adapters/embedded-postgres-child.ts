import { PGlite } from '@electric-sql/pglite';
import { pg_textsearch } from '@electric-sql/pglite-pg_textsearch';
import { vector } from '@electric-sql/pglite-pgvector';
import { createCluster } from './create-cluster.ts';
import { type FromChild, ToChild } from './embedded-postgres.ipc.ts';
import { DURABLE_START_PARAMS, realFsync } from './real-fsync.ts';
import { servePglite } from './serve-pglite.ts';
import type { SocketAddress } from './socket-address.ts';

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
    // A start that failed was already told, and the write-ahead log makes up for a close that did not end well.
    process.exitCode ??= 1;
  }
  process.exit();
}

function tell(message: FromChild): void {
  if (process.connected) process.send?.(message);
}
