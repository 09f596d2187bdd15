import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { fail } from './command.ts';
import { runEval } from './run-eval.ts';

it('says that an installation without the suites cannot measure, as bad usage', async () => {
  const root = await mkdtemp(join(tmpdir(), 'galen-eval-'));
  const problem = await runEval('retrieval', [], root).catch((error: unknown) => error);
  await rm(root, { recursive: true });
  expect(String(problem)).toMatch(/retrieval runs in a checkout/u);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  fail(problem);
  const code = process.exitCode;
  process.exitCode = 0;
  expect(code).toBe(2);
});
