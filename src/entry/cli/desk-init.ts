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
    const problem = `${path} cannot be written: ${error instanceof Error && 'code' in error ? error.code : 'unknown'}`;
    throw new GalenError('BAD_REQUEST', { problem }, { cause: error });
  }
  process.stdout.write(`Wrote ${path}. Change it, then set GALEN_DESK_FILE=${path}\n`);
}
