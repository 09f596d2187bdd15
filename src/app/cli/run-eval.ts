import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GalenError } from '../../domain/errors.ts';
import { EXIT } from './command.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * `galen eval`: a suite of `evals/`, in a process of its own with the options as they were given. Suites stand beside
 * the build and use development tools: an installation has neither.
 */
export async function runEval(suite: string, options: readonly string[], root = ROOT): Promise<void> {
  const main = join(root, 'evals', suite, 'main.ts');
  const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  if (![main, tsx].every((file) => existsSync(file))) {
    const problem = `the suite ${suite} runs in a checkout of the sources with its tools (npm ci), not in an installation`;
    throw new GalenError('BAD_REQUEST', { problem });
  }
  const child = spawn(process.execPath, [tsx, main, ...options], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  process.exitCode = typeof code === 'number' ? code : EXIT.failed;
}
