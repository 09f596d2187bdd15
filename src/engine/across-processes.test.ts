import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { driverAddress } from '../records/database/socket-address.ts';
import { openTestDatabase, type TestDatabase } from '../records/testing/test-database.ts';
import { LOOKS_LIKE_CODE, type Order } from './testing/approval-process.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase([]);
});
afterAll(() => database.close());

/** Runs one process to its end, whatever that is, and gives what it said. */
async function inAnotherProcess(order: Omit<Order, 'pool'>) {
  if (database.embedded === null) throw new Error('The test database is embedded.');
  const pool = {
    ...driverAddress(database.embedded.address),
    user: 'postgres',
    database: 'postgres',
    max: 2,
  };
  const module = fileURLToPath(new URL('./testing/approval-process.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), module, JSON.stringify({ pool, ...order })],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [said, [, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { result: said === '' ? null : JSON.parse(said), killed: signal === 'SIGKILL' };
}

test('a run paused in a process that is killed resumes in another with its state intact', async () => {
  const first = await inAnotherProcess({ runId: 'a', dies: 'after' });
  expect(first).toMatchObject({ killed: true, result: { status: 'paused', node: 'await-approval' } });

  const second = await inAnotherProcess({ runId: 'a', answer: { decision: 'yes' }, dies: 'never' });
  expect(second).toMatchObject({ killed: false, result: { status: 'done' } });
  expect(second.result.state).toEqual({
    request: 'from the first process',
    draft: { text: 'from the first process', note: LOOKS_LIKE_CODE },
    decision: 'yes',
    executions: 1,
  });
  expect(
    second.result.trace.map(({ order, node }: { order: number; node: string }) => [order, node]),
  ).toEqual([
    [1, 'draft'],
    [2, 'await-approval'],
    [3, 'execute'],
  ]);
});

test('a process killed while it acts on an answer leaves the run waiting for one', async () => {
  await inAnotherProcess({ runId: 'b', dies: 'never' });
  const killed = await inAnotherProcess({ runId: 'b', answer: { decision: 'old' }, dies: 'while executing' });
  expect(killed).toEqual({ killed: true, result: null });

  const again = await inAnotherProcess({ runId: 'b', answer: { decision: 'new' }, dies: 'never' });
  expect(again.result).toMatchObject({ status: 'done', state: { decision: 'new', executions: 1 } });
});
