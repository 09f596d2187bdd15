import { randomInt, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { codeOf } from '../../domain/errors.ts';
import { answers, SocketAddress } from './socket-address.ts';

const OWNER_FILE = 'owner.json';
const CLAIM_SUFFIX = '.claim';
/** An orphaned database process closes by itself; past this it is stuck in a long statement. */
const ORPHAN_PATIENCE_MS = 5_000;

/** A process told apart from a later one that was given the same pid. */
const ProcessIdentity = z.object({
  pid: z.number().int().positive(),
  /** Boot and clock tick of its start; null where there is no /proc to tell. */
  started: z.string().nullable(),
});
export type ProcessIdentity = z.infer<typeof ProcessIdentity>;

export const Owner = ProcessIdentity.extend({
  /** The process that has the files open. It may outlive its parent by a moment. */
  child: ProcessIdentity.nullable(),
  /** Null until it listens. */
  socket: SocketAddress.nullable(),
});
export type Owner = z.infer<typeof Owner>;

export interface FolderLock {
  /** Tells others what they need to know to wait for us or to attach. */
  publish(part: Partial<Pick<Owner, 'child' | 'socket'>>): void;
  release(): void;
}

type ClaimResult = { lock: FolderLock } | { owner: Owner };

/** Makes this process the folder's only owner, or says who is. Safe against races and against owners killed in any state. */
export async function claimFolder(dataDir: string): Promise<ClaimResult> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return withClaim(dataDir, async () => {
    const previous = readOwner(dataDir);
    if (previous !== null) {
      if (await isLive(previous)) return { owner: previous };
      if (previous.child !== null) await outlive(previous.child);
    }
    return { lock: takeLock(dataDir) };
  });
}

export function readOwner(dataDir: string): Owner | null {
  try {
    return Owner.parse(JSON.parse(readFileSync(join(dataDir, OWNER_FILE), 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    // The file is only ever renamed into place, so a broken one is a disk's or a person's doing, and no live owner's.
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

/** Alive by its pid, or, where its pid means nothing here (another container on the same volume), by its socket. */
export async function isLive(owner: Owner): Promise<boolean> {
  const { child, socket } = owner;
  if (isAlive(owner)) return true;
  if (child === null || isAlive(child)) return false;
  return socket !== null && 'path' in socket && answers(socket);
}

function takeLock(dataDir: string): FolderLock {
  let owner: Owner = { ...identityOf(process.pid), child: null, socket: null };
  const path = join(dataDir, OWNER_FILE);
  const write = () => {
    const draft = join(dataDir, `${OWNER_FILE}.${randomUUID()}`);
    writeFileSync(draft, `${JSON.stringify(owner)}\n`, { mode: 0o600 });
    renameSync(draft, path);
  };
  write();
  return {
    publish(part) {
      owner = { ...owner, ...part };
      write();
    },
    release() {
      rmSync(path, { force: true });
    },
  };
}

/**
 * One process at a time: each puts up a claim under its own name, then looks for others' and steps back if there is
 * one. Of two that race, at most one sees none; a claim whose process is gone counts for nothing.
 */
async function withClaim<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const me = identityOf(process.pid);
  for (;;) {
    const mine = `${me.pid}~${me.started ?? ''}~${randomUUID()}${CLAIM_SUFFIX}`;
    writeFileSync(join(dataDir, mine), '', { flag: 'wx', mode: 0o600 });
    try {
      if (liveClaims(dataDir).every((name) => name === mine)) return await work();
    } finally {
      rmSync(join(dataDir, mine), { force: true });
    }
    await sleep(randomInt(10, 60));
  }
}

function liveClaims(dataDir: string): string[] {
  const claims = readdirSync(dataDir).filter((name) => name.endsWith(CLAIM_SUFFIX));
  return claims.filter((name) => {
    const [pid, started] = name.split('~');
    const live = isAlive({ pid: Number(pid), started: started || null });
    if (!live) rmSync(join(dataDir, name), { force: true });
    return live;
  });
}

/** Two processes on one folder lose rows, so an orphan must be gone before its folder is opened. */
async function outlive(orphan: ProcessIdentity): Promise<void> {
  for (let waited = 0; isAlive(orphan); waited += 50) {
    // The write-ahead log makes this as safe as a power cut; a known start time makes it surely the orphan.
    if (waited >= ORPHAN_PATIENCE_MS && orphan.started !== null) process.kill(orphan.pid, 'SIGKILL');
    await sleep(50);
  }
}

export function identityOf(pid: number): ProcessIdentity {
  return { pid, started: readProcess(pid)?.started ?? null };
}

export function isAlive({ pid, started }: ProcessIdentity): boolean {
  const running = readProcess(pid);
  // A zombie has let go of every file; only its parent has not noticed yet.
  if (running !== null) return running.state !== 'Z' && (started === null || running.started === started);
  return started === null && answersSignal(pid);
}

function answersSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there, but another user's.
    return codeOf(error) === 'EPERM';
  }
}

function readProcess(pid: number): { state: string; started: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command may hold spaces and brackets; the fields after its last bracket are plain.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { state: fields[0] ?? '', started: `${boot}:${fields[19]}` };
  } catch {
    // No such process, or no /proc on this system.
    return null;
  }
}
