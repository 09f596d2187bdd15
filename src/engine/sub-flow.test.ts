import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineFlow } from './define-flow.ts';
import { runFlow } from './run-flow.ts';
import { subFlow } from './sub-flow.ts';
import { failureOf } from './testing/failure-of.ts';
import { oneStep, plainStep, State, twoSteps } from './testing/sample-flows.ts';
import { testContext } from './testing/test-context.ts';

const counting = () =>
  subFlow(twoSteps, {
    reads: z.object({ question: z.string() }),
    input: ({ question }) => ({ question: question.slice(1) }),
    outcomes: ['counted', 'nothing'],
    output: ({ count }) =>
      count === undefined ? { outcome: 'nothing' } : { outcome: 'counted', writes: { count } },
  });

function nested() {
  return defineFlow({
    name: 'nested',
    state: State,
    maxSteps: 2,
    start: 'count',
    nodes: { count: counting(), last: plainStep() },
    routes: { count: { counted: 'last', nothing: 'end' }, last: { done: 'end' } },
  });
}

test('a sub-flow has its own state and its own step limit, and its steps count on in the run', async () => {
  const context = testContext();
  const result = await runFlow(nested(), { question: '1234' }, context);
  expect(result).toMatchObject({ status: 'done', state: { question: '1234', count: 3 } });
  expect(result.status === 'done' && 'query' in result.state).toBe(false);
  expect(result.trace.map(({ order, node }) => [order, node])).toEqual([
    [1, 'count'],
    [2, 'count/trim'],
    [3, 'count/count-letters'],
    [4, 'last'],
  ]);
  const seen = context.events.map(
    (event) => event.type === 'step' && `${event.data.order} ${event.data.status}`,
  );
  expect(seen).toEqual([
    '1 running',
    '2 running',
    '2 done',
    '3 running',
    '3 done',
    '1 done',
    '4 running',
    '4 done',
  ]);
});

test('a failure inside a sub-flow names the inner step and fails both', async () => {
  const failing = defineFlow({
    name: 'outer',
    state: State,
    maxSteps: 2,
    start: 'outerStep',
    nodes: {
      outerStep: subFlow(
        oneStep(() => Promise.reject(new Error('boom'))),
        {
          reads: z.object({}),
          input: () => ({}),
          outcomes: ['done'],
          output: () => ({ outcome: 'done' }),
        },
      ),
    },
    routes: { outerStep: { done: 'end' } },
  });
  const error = await failureOf(runFlow(failing, {}, testContext()));
  expect(error).toMatchObject({ code: 'FLOW_NODE_FAILED', details: { node: 'outer-step/step' } });
  expect(error.cause).toMatchObject({ message: 'boom' });
  expect(error.trace.map(({ node, status }) => [node, status])).toEqual([
    ['outer-step', 'failed'],
    ['outer-step/step', 'failed'],
  ]);
});

test('an abort inside a sub-flow ends the inner step first, then the outer one', async () => {
  const controller = new AbortController();
  const context = testContext({ signal: controller.signal });
  const deaf = oneStep(() => {
    setImmediate(() => controller.abort());
    return new Promise(() => {});
  });
  const flow = defineFlow({
    name: 'outer',
    state: State,
    maxSteps: 1,
    start: 'outerStep',
    nodes: {
      outerStep: subFlow(deaf, {
        reads: z.object({}),
        input: () => ({}),
        outcomes: ['done'],
        output: () => ({ outcome: 'done' }),
      }),
    },
    routes: { outerStep: { done: 'end' } },
  });
  const error = await failureOf(runFlow(flow, {}, context));
  expect(error.code).toBe('RUN_TIMED_OUT');
  expect(error.trace).toHaveLength(2);
  const seen = context.events.map(
    (event) => event.type === 'step' && `${event.data.order} ${event.data.status}`,
  );
  expect(seen).toEqual(['1 running', '2 running', '2 failed', '1 failed']);
});

test('a flow run by hand inside a step is a run of its own', async () => {
  const flow = oneStep(async () => {
    const inner = await runFlow(twoSteps, { question: 'abc' }, testContext({ runId: 'inner' }));
    return { outcome: 'done', writes: { count: inner.trace.length } };
  });
  const result = await runFlow(flow, {}, testContext());
  expect(result).toMatchObject({ status: 'done', state: { count: 2 } });
  expect(result.trace).toHaveLength(1);
});
