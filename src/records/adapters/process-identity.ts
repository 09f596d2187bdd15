import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** A process told apart from a later one that was given the same pid. */
export const ProcessIdentity = z.object({
  pid: z.number().int().positive(),
  /** Boot and clock tick of its start; null where there is no /proc to tell. */
  started: z.string().nullable(),
});
export type ProcessIdentity = z.infer<typeof ProcessIdentity>;

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
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
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
