import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { GalenError } from '../../domain/errors.ts';
import { sampleSettings } from '../desk/sample-settings.ts';

/** `galen desk init`: a commented configuration of the departments. What exists is never overwritten. */
export async function initDesk(file: string): Promise<void> {
  const path = resolve(file);
  try {
    await writeFile(path, sampleSettings(), { flag: 'wx' });
  } catch (error) {
    throw new GalenError('BAD_REQUEST', { problem: problemOf(path, error) }, { cause: error });
  }
  process.stdout.write(`Wrote ${path}. Change it, then set GALEN_DESK_FILE=${path}\n`);
}

function problemOf(path: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
  return code === 'EEXIST'
    ? `${path} is there already and was left as it is: set GALEN_DESK_FILE=${path} to use it, or name another file`
    : `${path} cannot be written: ${code}`;
}
