import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readyFolder } from '../src/app/testing/ready-folder.ts';
import type { ProcessIdentity } from '../src/records/database/folder-lock.ts';
import { isAlive } from '../src/records/database/folder-lock.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

it('npm start, told to stop, leaves neither the server nor its database behind', async () => {
  const folder = await readyFolder();
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, GALEN_DATA_DIR: folder, GALEN_PORT: '0' },
  });
  const ended = once(npm, 'exit');
  for await (const line of createInterface(npm.stdout)) if (line.includes('answers on')) break;
  const server: ProcessIdentity & { child: ProcessIdentity } = JSON.parse(
    readFileSync(join(folder, 'owner.json'), 'utf8'),
  );
  expect([isAlive(server), isAlive(server.child)]).toEqual([true, true]);

  npm.kill('SIGTERM');
  await ended;
  await expect
    .poll(() => [isAlive(server), isAlive(server.child)], { timeout: 60_000 })
    .toEqual([false, false]);
  rmSync(folder, { recursive: true, force: true });
});
