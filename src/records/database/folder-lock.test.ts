import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { claimFolder, identityOf, type Owner, readOwner } from './folder-lock.ts';

/** No system gives out pids this high. */
const NOBODY = { pid: 2 ** 30, started: null };

describe("the folder's lock", () => {
  let dataDir: string;
  const children: ChildProcess[] = [];
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'galen-test-'));
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });
  const leave = (owner: Partial<Owner>) => {
    const whole = { ...NOBODY, child: null, socket: null, ...owner };
    writeFileSync(join(dataDir, 'owner.json'), JSON.stringify(whole));
  };

  it('is held until it is released', async () => {
    const claim = await claimFolder(dataDir);
    if (!('lock' in claim)) throw new Error('the folder was empty');
    expect(await claimFolder(dataDir)).toMatchObject({ owner: { pid: process.pid } });
    claim.lock.publish({ socket: { path: '/s' } });
    expect(readOwner(dataDir)).toMatchObject({ pid: process.pid, socket: { path: '/s' } });
    claim.lock.release();
    expect(readdirSync(dataDir)).toEqual([]);
    expect(await claimFolder(dataDir)).toHaveProperty('lock');
  });

  it('is not held by a process that is gone', async () => {
    leave(NOBODY);
    expect(await claimFolder(dataDir)).toHaveProperty('lock');
  });

  it('is not held by a later process with the same pid', async () => {
    leave({ pid: process.pid, started: 'another-boot:1' });
    expect(await claimFolder(dataDir)).toHaveProperty('lock');
  });

  it('is held by an owner whose pid means nothing here but whose socket answers', async () => {
    const path = join(dataDir, 's');
    const server = createServer().listen(path);
    await once(server, 'listening');
    leave({ child: NOBODY, socket: { path } });
    expect(await claimFolder(dataDir)).toMatchObject({ owner: NOBODY });
    server.close();
    await once(server, 'close');
    expect(await claimFolder(dataDir)).toHaveProperty('lock');
  });

  it('survives a file that is not a lock and a claim whose process was killed', async () => {
    writeFileSync(join(dataDir, 'owner.json'), '{"pid":');
    writeFileSync(join(dataDir, `${NOBODY.pid}~~x.claim`), '');
    expect(await claimFolder(dataDir)).toHaveProperty('lock');
    expect(readdirSync(dataDir)).toEqual(['owner.json']);
  });

  it('goes to exactly one of several processes that take it over at once', async () => {
    leave(NOBODY);
    const module = fileURLToPath(new URL('../testing/claim-process.ts', import.meta.url));
    const answers = Array.from({ length: 5 }, async () => {
      const child = fork(module, [dataDir], { execArgv: ['--import', import.meta.resolve('tsx')] });
      children.push(child);
      const [answer] = await once(child, 'message');
      return answer as { owner: number } | { refusedFor: number };
    });
    const waiting = () => readdirSync(dataDir).filter((name) => name.startsWith('waiting-'));
    await vi.waitFor(() => expect(waiting()).toHaveLength(5), { timeout: 20_000 });
    writeFileSync(join(dataDir, 'go'), '');

    const said = await Promise.all(answers);
    const owners = said.flatMap((answer) => ('owner' in answer ? [answer.owner] : []));
    expect(owners).toHaveLength(1);
    expect(said.flatMap((answer) => ('refusedFor' in answer ? [answer.refusedFor] : []))).toEqual(
      Array(4).fill(owners[0]),
    );
  });
});

describe('a process', () => {
  it('is known by more than its number', () => {
    expect(identityOf(process.pid).pid).toBe(process.pid);
    expect(identityOf(NOBODY.pid)).toEqual(NOBODY);
  });
});
