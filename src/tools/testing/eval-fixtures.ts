import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = join(
  process.env.GALEN_EVAL_DATA ?? fileURLToPath(new URL('../../../../shared/eval', import.meta.url)),
  'fixtures/api',
);

/** Whether real answers of the services lie here; where they do not, the reason is said aloud. */
export function hasApiFixtures(): boolean {
  const isThere = existsSync(FOLDER);
  if (!isThere)
    process.stderr.write(`No API fixtures (GALEN_EVAL_DATA): tests against real answers are left out.\n`);
  return isThere;
}

export function apiFixture(path: string): string {
  return readFileSync(join(FOLDER, path), 'utf8');
}
