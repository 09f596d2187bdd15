#!/usr/bin/env node
// Starts Galen from its build, building first when the sources are newer.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = join(root, 'dist', 'entry', 'cli', 'main.js');
const page = join(root, 'web', 'dist', 'index.html');
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');

if (isStale(built, 'src', tsc)) build();
// Only a server shows the page.
if (process.argv[2] === 'serve' && isStale(page, 'web/src', vite)) buildPage();
const { main } = await import('../dist/entry/cli/main.js');
await main(process.argv);

function isStale(made, folder, tool) {
  const sources = join(root, folder);
  // An installation without its tools or sources runs what was built for it.
  if (!existsSync(sources) || !existsSync(tool)) return !existsSync(made) && made === built;
  if (!existsSync(made)) return true;
  const madeAt = statSync(made).mtimeMs;
  const files = readdirSync(sources, { recursive: true }).filter((file) =>
    /(?<!\.test)\.(?:tsx?|css|svg)$/u.test(file),
  );
  return files.some((file) => statSync(join(sources, file)).mtimeMs > madeAt);
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

/** Without the page Galen still answers; `/` says how to build it. */
function buildPage() {
  process.stderr.write('Building the page (once)…\n');
  const { status } = spawnSync(process.execPath, [vite, 'build', join(root, 'web'), '--logLevel', 'warn'], {
    stdio: ['ignore', 2, 2],
    // Whatever the surroundings say: the page's development build is half as large again, and slower.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) process.stderr.write('The page could not be built.\n');
}
