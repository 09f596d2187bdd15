#!/usr/bin/env node
// Starts Galen from its build, building first when the sources are newer.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'dist', '.built');

if (isStale()) build();
const { main } = await import('../dist/entry/cli/main.js');
await main(process.argv);

function isStale() {
  const sources = join(root, 'src');
  if (!existsSync(sources)) return false;
  if (!existsSync(stamp)) return true;
  const builtAt = statSync(stamp).mtimeMs;
  return readdirSync(sources, { recursive: true }).some(
    (file) => statSync(join(sources, file)).mtimeMs > builtAt,
  );
}

function build() {
  process.stderr.write('Building Galen (once)…\n');
  const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
  const { status } = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    process.stderr.write('The build failed.\n');
    process.exit(1);
  }
  writeFileSync(stamp, '');
}
