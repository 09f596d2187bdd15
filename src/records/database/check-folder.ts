import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, type ErrorCode, GalenError } from '../../domain/errors.ts';

/** Where PGlite's own files live in a data folder. */
export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/** What every cluster holds and PostgreSQL does not make again by itself, with its least size in bytes. */
const VITAL = { PG_VERSION: 1, 'global/pg_control': 8_192, base: 0, pg_wal: 0 };

/** Whether there is a database. Refuses one that is not whole: PGlite would make a new one in its place. */
export function hasCluster(dataDir: string): boolean {
  const cluster = clusterFolder(dataDir);
  if (!existsSync(cluster)) return false;
  for (const [name, bytes] of Object.entries(VITAL)) {
    const size = statSync(join(cluster, name), { throwIfNoEntry: false })?.size ?? -1;
    if (size < bytes) throw damaged(cluster, `${name} is missing or cut short`);
  }
  return true;
}

export function damaged(folder: string, problem: string, cause?: unknown): GalenError {
  return new GalenError('DATABASE_DAMAGED', { folder, problem }, { cause });
}

/** More than what a file system keeps for small files in their directory's own blocks. */
const PROBE_BYTES = 65_536;

/** Refuses a folder that does not take what is written to it. */
export async function requireWritable(dataDir: string): Promise<void> {
  const probe = join(dataDir, `${randomUUID()}.probe`);
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES));
  } catch (error) {
    throw asFolderFault(error, dataDir);
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

const FOLDER_FAULTS: Readonly<Record<string, ErrorCode>> = {
  EACCES: 'DATABASE_READ_ONLY',
  EPERM: 'DATABASE_READ_ONLY',
  EROFS: 'DATABASE_READ_ONLY',
  ENOSPC: 'DATABASE_DISK_FULL',
  EDQUOT: 'DATABASE_DISK_FULL',
};

/** What the system says of the folder, in a sentence; anything else as it is. */
export function asFolderFault(error: unknown, folder: string): unknown {
  const code = FOLDER_FAULTS[codeOf(error) ?? ''];
  return code === undefined ? error : new GalenError(code, { folder }, { cause: error });
}
