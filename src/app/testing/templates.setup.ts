import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Before a run of tests: a folder for the data folders that its tests copy. It is gone with the run, or with the runs that share it. */
export function setup(): () => void {
  if (process.env.GALEN_TEST_TEMPLATES !== undefined) return () => undefined;
  const folder = mkdtempSync(join(tmpdir(), 'galen-templates-'));
  process.env.GALEN_TEST_TEMPLATES = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
