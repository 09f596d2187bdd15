import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../bin/galen.mjs', import.meta.url));

/**
 * Before the tests: a server that is asked for its help builds itself and its page where they are stale. Started by several
 * tests at once it would build over itself.
 */
export function setup(): void {
  execFileSync(process.execPath, [BIN, 'serve', '--help']);
}
