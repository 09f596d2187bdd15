import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { fail } from './command.ts';
import { EVAL_SUITES } from './main.ts';
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

it('knows every suite that the docs name, and has what each one runs', () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  const pages = docs.filter((file) => file.endsWith('.md')).map((file) => join('docs', file));
  const told = ['README.md', 'CONTRIBUTING.md', 'models/README.md', ...pages]
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/galen eval ([a-z]+)/gu)])
    .map(([, suite]) => suite);
  expect(Object.keys(EVAL_SUITES)).toEqual(expect.arrayContaining([...new Set(told)]));
  for (const suite of Object.keys(EVAL_SUITES))
    expect(existsSync(join(root, 'evals', suite, 'main.ts')), suite).toBe(true);
});
