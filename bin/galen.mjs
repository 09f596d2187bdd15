#!/usr/bin/env node
// Starts Galen from its build, building first when the sources are newer.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = join(root, 'dist', 'entry', 'cli', 'main.js');
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

if (isStale()) build();
const { main } = await import('../dist/entry/cli/main.js');
await main(process.argv);

function isStale() {
  const sources = join(root, 'src');
  if (!existsSync(built)) return true;
  // An installation without its tools or sources runs what was built for it.
  if (!existsSync(sources) || !existsSync(tsc)) return false;
  const builtAt = statSync(built).mtimeMs;
  const files = readdirSync(sources, { recursive: true }).filter((file) => /(?<!\.test)\.ts$/u.test(file));
  return files.some((file) => statSync(join(sources, file)).mtimeMs > builtAt);
}

function build() {
  process.stderr.write('Building Galen (once)…\n');
  // From nothing, so that no file outlives its source.
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const config = join(root, 'tsconfig.build.json');
  const { status } = spawnSync(process.execPath, [tsc, '-p', config], { stdio: ['ignore', 2, 2] });
  if (status === 0) return;
  process.stderr.write('The build failed.\n');
  process.exit(1);
}
