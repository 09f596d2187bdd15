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
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';

/** Makes the database's files if there are none. They appear whole or not at all: a half-made cluster never opens. */
export async function createCluster(folder: string, options: PGliteOptions): Promise<void> {
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
