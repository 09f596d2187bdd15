import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { GalenError } from '../../domain/errors.ts';

export interface FoundFile {
  path: string;
  /** Its name in the knowledge: the same from wherever the command is given. */
  name: string;
  size: number;
}

/** The files named, and those in the folders named; hidden ones are left out. A name stands for one file only. */
export async function collectFiles(paths: readonly string[]): Promise<FoundFile[]> {
  const found = new Map<string, FoundFile>();
  for (const given of paths) {
    const path = resolve(given);
    const info = await stat(path).catch(() => {
      throw badRequest(`${given} cannot be found`);
    });
    const inside = info.isDirectory() ? await filesIn(path) : [''];
    for (const relative of inside) {
      const file = join(path, relative);
      const name = join(basename(path), relative).replaceAll('\\', '/');
      const earlier = found.get(name);
      if (earlier && earlier.path !== file) throw badRequest(`two files have the name ${name}`);
      found.set(name, { path: file, name, size: (await stat(file)).size });
    }
  }
  return [...found.values()];
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.split(/[\\/]/u).some((part) => part.startsWith('.')))
    .sort();
}

function badRequest(problem: string): GalenError {
  return new GalenError('BAD_REQUEST', { problem });
}
