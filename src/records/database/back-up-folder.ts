import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { clusterFolder } from './check-folder.ts';

const BACKUPS_KEPT = 3;
const STAMP_LENGTH = '20260101T000000000Z'.length;

/**
 * Copies the database's files beside them, named by the migration they are at and the one to come. Only for a database
 * that is stopped: then the files are whole and a copy of them opens.
 */
export function backUpFolder(dataDir: string, version: { from: string; to: string; at: number }): string {
  const backups = join(dataDir, 'backups');
  mkdirSync(backups, { recursive: true, mode: 0o700 });
  const stamp = new Date(version.at).toISOString().replace(/[-:.]/g, '');
  const target = join(backups, `${version.from}-${version.to}-${stamp}`);
  const draft = `${target}.partial`;
  if (!existsSync(target)) {
    cpSync(clusterFolder(dataDir), draft, { recursive: true, preserveTimestamps: true });
    renameSync(draft, target);
  }
  prune(backups);
  return target;
}

function prune(backups: string): void {
  const names = readdirSync(backups);
  const finished = names.filter((name) => !name.endsWith('.partial'));
  const oldestFirst = finished.sort((a, b) => (a.slice(-STAMP_LENGTH) < b.slice(-STAMP_LENGTH) ? -1 : 1));
  const unwanted = [
    ...oldestFirst.slice(0, -BACKUPS_KEPT),
    ...names.filter((name) => name.endsWith('.partial')),
  ];
  for (const name of unwanted) rmSync(join(backups, name), { recursive: true, force: true });
}
