#!/usr/bin/env node
// Starts Galen from its build, building first when the sources are newer.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireCached } from './code-cache.mjs';

const PARENT_CHECK_MS = 250;

const root = fileURLToPath(new URL('..', import.meta.url));
const built = join(root, 'dist', 'main.js');
const page = join(root, 'web', 'dist', 'index.html');
const rolldown = join(root, 'node_modules', 'rolldown', 'package.json');
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');

if (process.env.npm_lifecycle_event !== undefined) stopWithParent();
if (isStale(built, 'src', rolldown) || isStale(built, 'texts', rolldown)) await build();
// Only a server shows the page.
if (process.argv[2] === 'serve' && isStale(page, 'web/src', vite)) await buildPage();
const { main } = requireCached(built, dirname(built));
await main(process.argv);

/**
 * npm hands a signal to the shell that it started us with, and the shell dies of it without handing it on. The shell's
 * death is then the only sign that we are to stop.
 */
function stopWithParent() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS);
  watch.unref();
}

function isStale(made, folder, tool) {
  const sources = join(root, folder);
  // An installation without its tools or sources runs what was built for it.
  if (!existsSync(sources) || !existsSync(tool)) return !existsSync(made) && made === built;
  if (!existsSync(made)) return true;
  return isNewer(sources, statSync(made).mtimeMs);
}

/** Whether a source below the folder was changed after that time. Told to recurse, Node takes twice as long. */
function isNewer(folder, madeAt) {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return isNewer(path, madeAt);
    return /(?<!\.test)\.(?:tsx?|css|svg)$/u.test(entry.name) && statSync(path).mtimeMs > madeAt;
  });
}

async function build() {
  process.stderr.write('Building Galen (once)…\n');
  const { spawnSync } = await import('node:child_process');
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], {
    stdio: ['ignore', 2, 2],
  });
  if (status === 0) return;
  process.stderr.write('The build failed.\n');
  process.exit(1);
}

/** Without the page Galen still answers; `/` says how to build it. */
async function buildPage() {
  process.stderr.write('Building the page (once)…\n');
  const { spawnSync } = await import('node:child_process');
  const { status } = spawnSync(process.execPath, [vite, 'build', join(root, 'web'), '--logLevel', 'warn'], {
    stdio: ['ignore', 2, 2],
    // Whatever the surroundings say: the page's development build is half as large again, and slower.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) process.stderr.write('The page could not be built.\n');
}
