import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { GalenError } from '../../domain/errors.ts';
import { clusterFolder, damaged, hasCluster, requireWritable } from './check-folder.ts';
import { type FolderLock, identityOf } from './folder-lock.ts';
import {
  chooseAddress,
  FromChild,
  removeSocket,
  type SocketAddress,
  type ToChild,
} from './socket-address.ts';

/** As V8's budget would have it, a start optimises functions that no query comes by again; a busy database still gets there. */
const TIER_UP_LATER = '--wasm-tiering-budget=15000000';
const FIRST_RESTART_MS = 100;
const SLOWEST_RESTART_MS = 5_000;
/** How long a query waits for the database to come back before it is told that it is away. */
const RESTART_PATIENCE_MS = 10_000;
const DOES_NOT_START = 'PostgreSQL does not start on its files';
/** A close is one checkpoint; past this the write-ahead log makes a kill as safe. */
const STOP_PATIENCE_MS = 20_000;

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

/** Runs PGlite in a child process on a socket, and starts it again if it dies. The caller holds the folder's lock. */
export async function startEmbeddedPostgres(dataDir: string, lock: FolderLock, log: Log) {
  const isNew = !hasCluster(dataDir);
  await requireWritable(dataDir);
  let address = chooseAddress(dataDir);
  let stopping = false;
  let child: ChildProcess;
  let restarting: Promise<void> | null = null;

  async function launch(): Promise<void> {
    child = forkChild();
    const { pid } = child;
    if (pid === undefined) {
      const [cause] = await once(child, 'error');
      throw away(cause);
    }
    child.on('error', (error) => log('the database process cannot be reached', { problem: error.message }));
    lock.publish({ child: identityOf(pid), socket: null });
    send(child, { type: 'start', folder: clusterFolder(dataDir), address });
    const { ready, problem } = await startOf(child);
    // A full disk keeps it from starting too, and harms nothing that is stored.
    if (ready === undefined) await requireWritable(dataDir);
    if (ready === undefined)
      throw isNew ? away(problem) : damaged(clusterFolder(dataDir), DOES_NOT_START, problem);
    address = ready;
    lock.publish({ socket: address });
    child.once('exit', (code, signal) => {
      if (stopping) return;
      log('the database process died and is being restarted', { pid, code, signal });
      restarting = relaunch().finally(() => {
        restarting = null;
      });
    });
  }

  async function relaunch(): Promise<void> {
    for (let pause = FIRST_RESTART_MS; !stopping; pause = Math.min(pause * 2, SLOWEST_RESTART_MS)) {
      await sleep(pause);
      if (stopping) return;
      try {
        return await launch();
      } catch (error) {
        log('the database process did not start', { problem: problemOf(error) });
      }
    }
  }

  await launch().catch((error: unknown) => {
    removeSocket(address);
    throw error;
  });

  return {
    get address() {
      return address;
    },
    get childPid() {
      return child.pid ?? 0;
    },
    /** Resolves at once unless the database process died and is coming back. */
    async ready(): Promise<void> {
      if (restarting !== null) await within(restarting, RESTART_PATIENCE_MS);
    },
    /** How often the database has had the disk confirm a write since its process started. */
    async countSyncs(): Promise<number> {
      send(child, { type: 'count-syncs' });
      for (;;) {
        const [raw] = await once(child, 'message');
        const message = FromChild.parse(raw);
        if (message.type === 'syncs') return message.count;
      }
    },
    async stop(): Promise<void> {
      stopping = true;
      await stopChild(child);
      removeSocket(address);
    },
  };
}

/** From source the child is TypeScript too, and needs the loader its parent may not have. */
function forkChild(): ChildProcess {
  const fromSource = import.meta.url.endsWith('.ts');
  const module = new URL(`./embedded-postgres-child.${fromSource ? 'ts' : 'js'}`, import.meta.url);
  return fork(fileURLToPath(module), [], {
    execArgv: [...(fromSource ? ['--import', import.meta.resolve('tsx')] : []), TIER_UP_LATER],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Where it listens, or what PostgreSQL had against the files; throws where the process ended for reasons of its own. */
function startOf(child: ChildProcess): Promise<{ ready?: SocketAddress; problem?: Error }> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) =>
      reject(away(new Error(`the database process ended (${signal ?? code}) while starting`))),
    );
    child.on('message', (raw) => {
      const message = FromChild.parse(raw);
      if (message.type === 'ready') resolve({ ready: message.address });
      if (message.type === 'failed') resolve({ problem: new Error(message.problem) });
    });
  });
}

function away(cause: unknown): GalenError {
  return new GalenError('DATABASE_UNAVAILABLE', {}, { cause });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  if (child.connected) send(child, { type: 'stop' });
  const patience = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
  await exited;
  clearTimeout(patience);
}

async function within(work: Promise<void>, limit: number): Promise<void> {
  const timer = new AbortController();
  const tooLate = sleep(limit, undefined, { signal: timer.signal }).then(() => {
    throw new GalenError('DATABASE_UNAVAILABLE');
  });
  await Promise.race([work, tooLate]).finally(() => timer.abort());
}

function send(child: ChildProcess, message: ToChild): void {
  child.send(message);
}

function problemOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}

/** Where a room's adapters say what an operator should know. Never given secrets or a question's text. */
export type Log = (message: string, details?: Record<string, unknown>) => void;
