import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const LOG = fileURLToPath(new URL('./log.ts', import.meta.url));
const ERRORS = fileURLToPath(new URL('../domain/errors.ts', import.meta.url));

it('the log keeps codes and places, never questions, keys or what an error was told', () => {
  const script = `
    const { createLog } = await import(${JSON.stringify(LOG)});
    const { GalenError } = await import(${JSON.stringify(ERRORS)});
    const cause = Object.assign(new Error('SECRET in the cause'), { requestBodyValues: 'SECRET' });
    const error = Object.assign(new Error('SECRET in the message', { cause }), { code: 'MODEL_DOWN', question: 'SECRET' });
    const refused = Object.assign(new Error('SECRET'), { code: '23505', constraint: 'runs_pkey', detail: 'SECRET' });
    const told = new GalenError('INTERNAL', { problem: 'SECRET' }, { cause: refused });
    createLog('info').error({ err: told }, 'id:' + told.loggedBody().id);
    createLog('info').error({ err: error, question: 'SECRET', turn: { message: 'SECRET', apiKey: 'SECRET' } }, 'a turn failed');
  `;
  const { stderr, stdout } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script],
    {
      encoding: 'utf8',
    },
  );
  expect(stdout).toBe('');
  expect(stderr).toMatch(/"msg":"a turn failed"/u);
  expect(stderr).toMatch(/MODEL_DOWN/u);
  expect(stderr).toMatch(/log\.test|eval|\[hidden\]/u);
  expect(stderr).toMatch(/"id":"([\w-]{36})",.*23505.*runs_pkey.*"msg":"id:\1"/u);
  expect(stderr).not.toContain('SECRET');
});
