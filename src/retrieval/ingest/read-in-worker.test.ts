import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { DEFAULT_READ_LIMITS, type ReadLimits } from './parsed-document.ts';
import { readInWorker, startThread } from './read-file.ts';

/** A reader of our own making in place of the real one. */
function readWith(code: string, limits: Partial<ReadLimits> = {}) {
  const module = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  return readInWorker(
    {
      format: 'text',
      name: 'a.txt',
      bytes: new Uint8Array(1),
      limits: { ...DEFAULT_READ_LIMITS, ...limits },
    },
    (memoryMiB) => startThread(module, memoryMiB),
  );
}

const onMessage = (code: string) =>
  `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { ${code} });`;

const TOO_LONG = 'reading it takes longer than 500 ms';

describe('readInWorker', () => {
  it.each([
    ['hangs', onMessage('for (;;);'), TOO_LONG],
    ['never answers', onMessage(''), TOO_LONG],
    ['throws', onMessage('throw new Error("secret")'), 'its reader failed'],
    ['does not load', 'import "node:nothing";', 'its reader failed'],
    ['exits', onMessage('process.exit(0)'), 'its reader ended without an answer'],
  ])('says that a reader %s', async (_, code, problem) => {
    // Only what is to run into the limit has a short one: the others may be slow on a busy machine.
    const milliseconds = problem === TOO_LONG ? 500 : 20_000;
    expect(await readWith(code, { milliseconds })).toEqual({
      type: 'failed',
      code: 'DOCUMENT_UNREADABLE',
      problem,
    });
  });

  it.each([
    ['its heap', 'const all = []; for (;;) all.push(new Array(1000).fill(all.length));'],
    ['buffers', 'const all = []; for (;;) all.push(Buffer.alloc(4_000_000, 1));'],
  ])('kills a reader that fills %s', async (_, code) => {
    const reply = await readWith(onMessage(code), { memoryMiB: 48 });
    expect(reply).toMatchObject({ type: 'failed', problem: 'reading it takes too much memory' });
  });

  it('keeps no process alive for a thread that waits for the next file', () => {
    const module = new URL('./read-file.ts', import.meta.url).href;
    const code = `const { readFile } = await import('${module}');
      const { documents } = await readFile({ name: 'a.md', bytes: new TextEncoder().encode('Text.') });
      console.log(documents.length);`;
    const { stdout, status } = spawnSync(
      process.execPath,
      ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', code],
      { timeout: 20_000, encoding: 'utf8' },
    );
    expect({ stdout, status }).toEqual({ stdout: '1\n', status: 0 });
  });
});
