import { MemorySaver } from '@langchain/langgraph-checkpoint';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineFlow } from './define-flow.ts';
import { defineNode, subFlow } from './define-node.ts';
import { resumeFlow, runFlow } from './run-flow.ts';
import { ApprovalState, approvalFlow, awaitApproval } from './testing/approval-flow.ts';
import { testContext } from './testing/engine-context.ts';
import { failureOf } from './testing/failure-of.ts';

function setUp() {
  const execute = vi.fn<(decision: string) => void>();
  return { execute, flow: approvalFlow({ execute }), checkpointer: new MemorySaver() };
}

test('a flow stops at a pause with what the person is to see, and nothing after it has run', async () => {
  const { flow, execute, checkpointer } = setUp();
  const paused = await runFlow(flow, { request: 'a' }, testContext(), { checkpointer });
  expect(paused).toMatchObject({
    status: 'paused',
    node: 'await-approval',
    payload: { question: 'May I?', text: 'a' },
    trace: [{ order: 1, node: 'draft' }],
  });
  expect(execute).not.toHaveBeenCalled();
});

test('an answer takes the run on from the pause; order and trace go on', async () => {
  const { flow, execute, checkpointer } = setUp();
  await runFlow(flow, { request: 'a' }, testContext(), { checkpointer });
  const context = testContext();
  const done = await resumeFlow(flow, { decision: 'yes' }, context, { checkpointer });
  expect(done).toMatchObject({ status: 'done', state: { request: 'a', decision: 'yes', executions: 1 } });
  expect(done.trace.map(({ order, node, outcome }) => [order, node, outcome])).toEqual([
    [1, 'draft', 'drafted'],
    [2, 'await-approval', 'approved'],
    [3, 'execute', 'executed'],
  ]);
  expect(context.events.map(({ data }) => 'order' in data && data.order)).toEqual([2, 2, 3, 3]);
  expect(execute.mock.calls).toEqual([['yes']]);
});

test('an answer may be false', async () => {
  const { flow, execute, checkpointer } = setUp();
  await runFlow(flow, { request: 'a' }, testContext(), { checkpointer });
  const done = await resumeFlow(flow, false, testContext(), { checkpointer });
  expect(done).toMatchObject({ status: 'done', state: { decision: 'no' } });
  expect(execute).not.toHaveBeenCalled();
});

test('a run may pause again, and the second pause does not see the first answer', async () => {
  const { flow, execute, checkpointer } = setUp();
  await runFlow(flow, { request: 'a' }, testContext(), { checkpointer });
  const again = await resumeFlow(flow, { decision: 'x', edit: 'b' }, testContext(), { checkpointer });
  expect(again).toMatchObject({
    status: 'paused',
    payload: { text: 'b' },
    trace: [{}, { outcome: 'edited' }],
  });
  expect(execute).not.toHaveBeenCalled();
  const done = await resumeFlow(flow, { decision: 'yes' }, testContext(), { checkpointer });
  expect(done.trace.map(({ order }) => order)).toEqual([1, 2, 3, 4]);
});

test('steps before the pause count against maxSteps after it', async () => {
  const { flow, checkpointer } = setUp();
  await runFlow(flow, { request: 'a' }, testContext(), { checkpointer });
  const edit = { decision: 'x', edit: 'b' };
  for (let round = 0; round < 4; round += 1) await resumeFlow(flow, edit, testContext(), { checkpointer });
  const error = await failureOf(resumeFlow(flow, edit, testContext(), { checkpointer }));
  expect(error.code).toBe('FLOW_MAX_STEPS');
  expect(error.trace).toHaveLength(6);
});

test('an answer that does not fit is refused, and the run still waits', async () => {
  const { flow, checkpointer } = setUp();
  await runFlow(flow, { request: 'a' }, testContext(), { checkpointer });
  for (const wrong of [undefined, null, true, {}, { decision: 5 }]) {
    const error = await failureOf(resumeFlow(flow, wrong, testContext(), { checkpointer }));
    expect(error).toMatchObject({ code: 'FLOW_BAD_RESUME', trace: [{ node: 'draft' }] });
  }
  const done = await resumeFlow(flow, { decision: 'yes' }, testContext(), { checkpointer });
  expect(done).toMatchObject({ status: 'done', state: { decision: 'yes' } });
});

test('a run that is over, unknown, or of a flow that cannot pause is not waiting', async () => {
  const { flow, checkpointer } = setUp();
  const unknown = resumeFlow(flow, { decision: 'yes' }, testContext({ runId: 'nobody' }), { checkpointer });
  expect(await failureOf(unknown)).toMatchObject({ code: 'RUN_NOT_WAITING', trace: [] });

  await runFlow(flow, { request: 'a' }, testContext(), { checkpointer });
  await resumeFlow(flow, { decision: 'yes' }, testContext(), { checkpointer });
  const over = resumeFlow(flow, { decision: 'yes' }, testContext(), { checkpointer });
  expect(await failureOf(over)).toMatchObject({ code: 'RUN_NOT_WAITING' });

  const plain = resumeFlow(plainFlow(), {}, testContext(), { checkpointer });
  expect(await failureOf(plain)).toMatchObject({ code: 'RUN_NOT_WAITING' });
});

test('when the step after the answer fails, the run is not waiting any more', async () => {
  const { flow, execute, checkpointer } = setUp();
  execute.mockImplementationOnce(() => {
    throw new Error('down');
  });
  await runFlow(flow, { request: 'a' }, testContext(), { checkpointer });
  const error = await failureOf(resumeFlow(flow, { decision: 'yes' }, testContext(), { checkpointer }));
  expect(error).toMatchObject({ code: 'FLOW_NODE_FAILED', details: { node: 'execute' } });
  expect(error.trace.map(({ status }) => status)).toEqual(['done', 'done', 'failed']);
  const again = resumeFlow(flow, { decision: 'yes' }, testContext(), { checkpointer });
  expect(await failureOf(again)).toMatchObject({ code: 'RUN_NOT_WAITING', trace: error.trace });
});

test('when the pause itself fails on an answer, it still waits and takes the next answer, not the old one', async () => {
  const { flow, execute, checkpointer } = setUp();
  await runFlow(flow, { request: 'a' }, testContext(), { checkpointer });
  const failed = resumeFlow(flow, { decision: 'fail' }, testContext(), { checkpointer });
  expect(await failureOf(failed)).toMatchObject({
    code: 'FLOW_NODE_FAILED',
    details: { node: 'await-approval' },
  });
  await resumeFlow(flow, { decision: 'new' }, testContext(), { checkpointer });
  expect(execute.mock.calls).toEqual([['new']]);
});

test('a run aborted before it takes the answer still waits', async () => {
  const { flow, checkpointer } = setUp();
  await runFlow(flow, { request: 'a' }, testContext(), { checkpointer });
  const gone = testContext({ signal: AbortSignal.abort() });
  const aborted = resumeFlow(flow, { decision: 'yes' }, gone, { checkpointer });
  expect(await failureOf(aborted)).toMatchObject({ code: 'RUN_TIMED_OUT' });
  const done = await resumeFlow(flow, { decision: 'yes' }, testContext(), { checkpointer });
  expect(done).toMatchObject({ status: 'done' });
});

test('runs with different ids wait apart', async () => {
  const { flow, checkpointer } = setUp();
  for (const runId of ['one', 'two']) {
    await runFlow(flow, { request: runId }, testContext({ runId }), { checkpointer });
  }
  const done = await resumeFlow(flow, { decision: 'yes' }, testContext({ runId: 'one' }), { checkpointer });
  expect(done).toMatchObject({ status: 'done', state: { request: 'one' } });
  const other = await resumeFlow(flow, { decision: 'yes' }, testContext({ runId: 'two' }), { checkpointer });
  expect(other).toMatchObject({ status: 'done', state: { request: 'two' } });
});

test('a flow that can pause does not run without a checkpointer', async () => {
  const { flow } = setUp();
  const context = testContext();
  const error = await failureOf(runFlow(flow, { request: 'a' }, context));
  expect(error).toMatchObject({ code: 'INTERNAL', cause: { message: expect.stringContaining('approval') } });
  expect(context.events).toEqual([]);
});

function plainFlow() {
  const state = z.object({ count: z.number() });
  const count = defineNode({
    reads: z.object({}),
    outcomes: ['done'],
    run: () => ({ outcome: 'done', writes: { count: 1 } }),
  });
  const routes = { count: { done: 'end' } } as const;
  return defineFlow({ name: 'plain', state, maxSteps: 1, start: 'count', nodes: { count }, routes });
}

test('a flow that cannot pause writes no checkpoint, though it is given a checkpointer', async () => {
  const checkpointer = new MemorySaver();
  const put = vi.spyOn(checkpointer, 'put');
  const putWrites = vi.spyOn(checkpointer, 'putWrites');
  await runFlow(plainFlow(), {}, testContext(), { checkpointer });
  expect(put).not.toHaveBeenCalled();
  expect(putWrites).not.toHaveBeenCalled();
});

test('a sub-flow inside a flow that can pause writes no checkpoint of its own', async () => {
  const checkpointer = new MemorySaver();
  const put = vi.spyOn(checkpointer, 'put');
  const withInner = defineFlow({
    name: 'with-inner',
    state: ApprovalState.extend({ count: z.number() }),
    maxSteps: 3,
    start: 'inner',
    nodes: {
      inner: subFlow(plainFlow(), {
        reads: z.object({}),
        input: () => ({}),
        outcomes: ['done'],
        output: ({ count = 0 }) => ({ outcome: 'done', writes: { count, draft: { text: 'from inside' } } }),
      }),
      ask: awaitApproval(),
    },
    routes: { inner: { done: 'ask' }, ask: { approved: 'end', edited: 'end', rejected: 'end' } },
  });
  const paused = await runFlow(withInner, {}, testContext(), { checkpointer });
  expect(paused).toMatchObject({ status: 'paused', payload: { text: 'from inside' } });
  expect(put.mock.calls.map(([config]) => config.configurable?.checkpoint_ns)).toEqual(['']);
});
