import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { GalenError } from '../domain/errors.ts';
import type { RunContext } from '../domain/run-context.ts';
import { createRunContext } from './create-run-context.ts';
import { defineFlow, type Flow } from './define-flow.ts';
import { defineNode, subFlow } from './define-node.ts';
import type { FlowResult } from './run-flow.ts';
import { mapBounded } from './run-steps.ts';
import { testContext } from './testing/engine-context.ts';
import { failureOf } from './testing/failure-of.ts';
import { oneStep, plainStep, State, twoSteps } from './testing/sample-flows.ts';

export type RunAnyFlow = <S extends object>(
  flow: Flow<S>,
  input: Partial<S>,
  context: RunContext,
) => Promise<FlowResult<S>>;

/** What a run promises, whatever it runs on: its trace, its limits, its errors, its sub-flows. */
export function flowContract(runner: string, run: RunAnyFlow): void {
  describe(`a flow on ${runner}`, () => {
    test('a flow follows its routes to the end and returns the state that was written', async () => {
      const result = await run(twoSteps, { question: '  why ' }, testContext());
      expect(result).toMatchObject({
        status: 'done',
        state: { question: '  why ', query: 'why', count: 3, note: null },
      });
    });

    test('an outcome may end the flow early', async () => {
      const result = await run(twoSteps, { question: ' ' }, testContext());
      expect(result).toMatchObject({ status: 'done', state: { question: ' ' } });
      expect(result.trace.map(({ node, outcome }) => [node, outcome])).toEqual([['trim', 'empty']]);
    });

    test('start and end of every step are events; the trace holds the ends', async () => {
      const context = testContext();
      const { trace } = await run(twoSteps, { question: 'why' }, context);
      const at = (ms: number) => new Date(Date.parse('2025-01-01T00:00:00.001Z') + ms).toISOString();
      const tidy = { order: 1, step: 'tidy', node: 'trim', started_at: at(0) };
      const count = { order: 2, step: 'countLetters', node: 'count-letters', started_at: at(2) };
      expect(context.events).toEqual([
        { type: 'step', data: { ...tidy, status: 'running', outcome: null, duration_ms: 0 } },
        { type: 'step', data: { ...tidy, status: 'done', outcome: 'trimmed', duration_ms: 1 } },
        { type: 'step', data: { ...count, status: 'running', outcome: null, duration_ms: 0 } },
        { type: 'step', data: { ...count, status: 'done', outcome: 'counted', duration_ms: 1 } },
      ]);
      expect(trace).toEqual([context.events[1]?.data, context.events[3]?.data]);
    });

    test('a step cannot change the state through what it has read', async () => {
      const Lists = z.object({ list: z.array(z.string()), length: z.number() });
      const spoil = defineNode({
        reads: z.object({ list: z.array(z.string()) }),
        outcomes: ['done'],
        run({ list }) {
          list.push('spoilt');
          return { outcome: 'done' };
        },
      });
      const flow = defineFlow({
        name: 'spoil',
        state: Lists,
        maxSteps: 1,
        start: 'spoil',
        nodes: { spoil },
        routes: { spoil: { done: 'end' } },
      });
      expect(await run(flow, { list: ['a'] }, testContext())).toMatchObject({ state: { list: ['a'] } });
    });

    test('an unknown outcome is a typed error with the trace', async () => {
      const error = await failureOf(
        run(
          oneStep(() => ({ outcome: 'dnoe' })),
          {},
          testContext(),
        ),
      );
      expect(error).toMatchObject({
        code: 'FLOW_UNKNOWN_OUTCOME',
        details: { node: 'step', outcome: 'dnoe' },
      });
      expect(error.trace).toMatchObject([{ node: 'step', status: 'failed', outcome: null }]);
    });

    test('an outcome named like an object member is unknown too', async () => {
      const error = await failureOf(
        run(
          oneStep(() => ({ outcome: 'toString' })),
          {},
          testContext(),
        ),
      );
      expect(error.code).toBe('FLOW_UNKNOWN_OUTCOME');
    });

    test('a read of a key that nobody has written names the keys', async () => {
      const reads = z.object({ query: z.string(), count: z.number(), note: z.string().optional() });
      const done = vi.fn(() => ({ outcome: 'done' }));
      const error = await failureOf(run(oneStep(done, reads), { question: 'x' }, testContext()));
      expect(error).toMatchObject({
        code: 'FLOW_UNWRITTEN_READ',
        details: { node: 'step', keys: 'query, count' },
      });
      expect(done).not.toHaveBeenCalled();
    });

    test('a read that is optional or has a default may be absent', async () => {
      const reads = z.object({ query: z.string().optional(), note: z.string().nullable().default('none') });
      const seen = vi.fn();
      const step = defineNode({
        reads,
        outcomes: ['done'],
        run(values) {
          seen(values);
          return { outcome: 'done' };
        },
      });
      const routes = { step: { done: 'end' } } as const;
      const flow = defineFlow({
        name: 'f',
        state: State,
        maxSteps: 1,
        start: 'step',
        nodes: { step },
        routes,
      });
      await run(flow, {}, testContext());
      expect(seen).toHaveBeenCalledWith({ note: 'none' });
    });

    test('a value that is there but refused by the reads is a failed step, not an unwritten key', async () => {
      const reads = z.object({ query: z.string().min(5) });
      const error = await failureOf(
        run(
          oneStep(() => ({}), reads),
          { query: 'abc' },
          testContext(),
        ),
      );
      expect(error.code).toBe('FLOW_NODE_FAILED');
      expect(error.cause).toBeInstanceOf(z.ZodError);
    });

    test.each([
      [{ query: 5 }, 'query: expected string'],
      [{ elsewhere: 1 }, 'elsewhere: not in the state'],
      [JSON.parse('{"__proto__": {"polluted": 1}}'), '__proto__: not in the state'],
    ])('a write that the state does not take is refused: %j', async (writes, problem) => {
      const flow = oneStep(() => ({ outcome: 'done', writes }));
      const error = await failureOf(run(flow, {}, testContext()));
      expect(error).toMatchObject({ code: 'FLOW_BAD_WRITE', details: { node: 'step', problem } });
      expect(error.trace).toMatchObject([{ node: 'step', status: 'failed' }]);
    });

    test('no value of a bad write is in the message', async () => {
      const flow = oneStep(() => ({ outcome: 'done', writes: { count: 'a secret' } }));
      const error = await failureOf(run(flow, {}, testContext()));
      expect(error.message).not.toContain('secret');
    });

    test('an input that the state does not take is refused before any step', async () => {
      const input = { question: 5 } as unknown as { question: string };
      const error = await failureOf(run(twoSteps, input, testContext()));
      expect(error).toMatchObject({ code: 'FLOW_BAD_WRITE', details: { node: 'input' }, trace: [] });
    });

    test('a write of undefined takes the key away', async () => {
      const Optional = z.object({ note: z.string().optional() });
      const forget = defineNode({
        reads: z.object({}),
        outcomes: ['done'],
        run: () => ({ outcome: 'done', writes: { note: undefined } }),
      });
      const routes = { forget: { done: 'end' } } as const;
      const flow = defineFlow({
        name: 'f',
        state: Optional,
        maxSteps: 1,
        start: 'forget',
        nodes: { forget },
        routes,
      });
      const result = await run(flow, { note: 'x' }, testContext());
      expect(result).toMatchObject({ status: 'done', state: {} });
      expect(result.status === 'done' && 'note' in result.state).toBe(false);
    });

    function loop(maxSteps: number, rounds: number) {
      const again = defineNode({
        reads: z.object({ count: z.number() }),
        outcomes: ['again', 'enough'],
        run: ({ count }) =>
          count + 1 < rounds
            ? { outcome: 'again', writes: { count: count + 1 } }
            : { outcome: 'enough', writes: { count: count + 1 } },
      });
      const routes = { again: { again: 'again', enough: 'end' } } as const;
      return defineFlow({ name: 'loop', state: State, maxSteps, start: 'again', nodes: { again }, routes });
    }

    test('a flow may take exactly maxSteps steps', async () => {
      const result = await run(loop(100, 100), { count: 0 }, testContext());
      expect(result).toMatchObject({ status: 'done', state: { count: 100 } });
      expect(result.trace).toHaveLength(100);
    });

    test('one step more is FLOW_MAX_STEPS with the steps taken', async () => {
      const error = await failureOf(run(loop(40, 41), { count: 0 }, testContext()));
      expect(error).toMatchObject({ code: 'FLOW_MAX_STEPS', details: { flow: 'loop', limit: 40 } });
      expect(error.trace).toHaveLength(40);
    });

    test('a step that throws fails the run, with the cause and a failed event', async () => {
      const boom = new TypeError('boom');
      const context = testContext();
      const flow = oneStep(() => Promise.reject(boom));
      const error = await failureOf(run(flow, {}, context));
      expect(error).toMatchObject({ code: 'FLOW_NODE_FAILED', details: { node: 'step' } });
      expect(error.cause).toBe(boom);
      // LangGraph writes its own fields on errors that pass through it.
      expect(error).not.toHaveProperty('pregelTaskId');
      expect(Object.keys(boom)).toEqual([]);
      expect(context.events.map(({ data }) => data)).toMatchObject([
        { status: 'running' },
        { status: 'failed' },
      ]);
    });

    test('a step may throw something that is no error', async () => {
      const error = await failureOf(
        run(
          oneStep(() => {
            throw 'just text';
          }),
          {},
          testContext(),
        ),
      );
      expect(error).toMatchObject({ code: 'FLOW_NODE_FAILED', cause: 'just text' });
    });

    test("a step's own error code is kept", async () => {
      const own = new GalenError('NOT_FOUND', { what: 'document' });
      const error = await failureOf(
        run(
          oneStep(() => Promise.reject(own)),
          {},
          testContext(),
        ),
      );
      expect(error).toMatchObject({
        code: 'NOT_FOUND',
        details: { what: 'document' },
        cause: own,
        status: 404,
      });
      expect(error.trace).toHaveLength(1);
    });

    test('a run that is aborted ends at once, though its step is deaf to the signal', async () => {
      const controller = new AbortController();
      const context = testContext({ signal: controller.signal });
      const flow = oneStep(() => {
        queueMicrotask(() => controller.abort());
        return new Promise(() => {});
      });
      const error = await failureOf(run(flow, {}, context));
      expect(error.code).toBe('RUN_TIMED_OUT');
      expect(error.trace).toMatchObject([{ node: 'step', status: 'failed' }]);
    });

    test('whatever a step throws on abort, the run has timed out', async () => {
      const controller = new AbortController();
      const flow = oneStep(async ({ signal }) => {
        controller.abort();
        signal.throwIfAborted();
      });
      const error = await failureOf(run(flow, {}, testContext({ signal: controller.signal })));
      expect(error.code).toBe('RUN_TIMED_OUT');
    });

    test('an aborted run takes no further step', async () => {
      const controller = new AbortController();
      const second = vi.fn(() => ({ outcome: 'done' as const }));
      const reads = z.object({});
      const flow = defineFlow({
        name: 'two',
        state: State,
        maxSteps: 2,
        start: 'first',
        nodes: {
          first: defineNode({
            reads,
            outcomes: ['done'],
            run() {
              controller.abort();
              return { outcome: 'done' };
            },
          }),
          second: defineNode({ reads, outcomes: ['done'], run: second }),
        },
        routes: { first: { done: 'second' }, second: { done: 'end' } },
      });
      const error = await failureOf(run(flow, {}, testContext({ signal: controller.signal })));
      expect(error.code).toBe('RUN_TIMED_OUT');
      expect(second).not.toHaveBeenCalled();
    });

    test('the deadline aborts the run', async () => {
      const context = createRunContext({
        runId: 'r',
        timeoutMs: 5,
        limits: { llm_calls: 0, tokens: 0 },
      });
      // Holds the process open, as a real step's socket would: the deadline's own timer does not.
      const open = setInterval(() => {}, 1_000);
      const error = await failureOf(
        run(
          oneStep(() => new Promise(() => {})),
          {},
          context,
        ),
      );
      clearInterval(open);
      expect(error.code).toBe('RUN_TIMED_OUT');
    });

    test('runs of one flow at the same time do not see each other', async () => {
      const questions = Array.from({ length: 20 }, (_, index) => 'x'.repeat(index + 1));
      const results = await Promise.all(
        questions.map((question) => run(twoSteps, { question }, testContext())),
      );
      expect(results.map((result) => result.status === 'done' && result.state.count)).toEqual(
        questions.map(({ length }) => length),
      );
    });

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
      const result = await run(nested(), { question: '1234' }, context);
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
      const error = await failureOf(run(failing, {}, testContext()));
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
      const error = await failureOf(run(flow, {}, context));
      expect(error.code).toBe('RUN_TIMED_OUT');
      expect(error.trace).toHaveLength(2);
      const seen = context.events.map(
        (event) => event.type === 'step' && `${event.data.order} ${event.data.status}`,
      );
      expect(seen).toEqual(['1 running', '2 running', '2 failed', '1 failed']);
    });

    test('a flow run by hand inside a step is a run of its own', async () => {
      const flow = oneStep(async () => {
        const inner = await run(twoSteps, { question: 'abc' }, testContext({ runId: 'inner' }));
        return { outcome: 'done', writes: { count: inner.trace.length } };
      });
      const result = await run(flow, {}, testContext());
      expect(result).toMatchObject({ status: 'done', state: { count: 2 } });
      expect(result.trace).toHaveLength(1);
    });

    test('what a step does in parallel is one step, and one failure in it need not fail the run', async () => {
      const flow = oneStep(async ({ signal }) => {
        const settled = await mapBounded([3, 1, 2], { limit: 2, signal }, async (item) => {
          await new Promise((resolve) => setTimeout(resolve, item));
          if (item === 1) throw new Error('one of three');
          return item;
        });
        const count = settled.filter(({ status }) => status === 'ok').length;
        return { outcome: 'done', writes: { count } };
      });
      const result = await run(flow, {}, testContext());
      expect(result).toMatchObject({
        status: 'done',
        state: { count: 2 },
        trace: [{ order: 1, node: 'step' }],
      });
    });

    test('steps that never wait do not keep the deadline from ending the run', async () => {
      const context = createRunContext({ runId: 'r', timeoutMs: 20, limits: { llm_calls: 0, tokens: 0 } });
      const again = defineNode({
        reads: z.object({}),
        outcomes: ['again'],
        run() {
          for (const since = performance.now(); performance.now() - since < 5; );
          return { outcome: 'again' };
        },
      });
      const routes = { again: { again: 'again' } } as const;
      const flow = defineFlow({
        name: 'f',
        state: State,
        maxSteps: 400,
        start: 'again',
        nodes: { again },
        routes,
      });
      const error = await failureOf(run(flow, {}, context));
      expect(error.code).toBe('RUN_TIMED_OUT');
      expect(error.trace.length).toBeLessThan(400);
    });

    test('a step may be named like a word of the engine', async () => {
      const flow = defineFlow({
        name: 'f',
        state: State,
        maxSteps: 2,
        start: 'start',
        nodes: { start: plainStep(), paused: plainStep() },
        routes: { start: { done: 'paused' }, paused: { done: 'end' } },
      });
      const { trace } = await run(flow, {}, testContext());
      expect(trace.map(({ node }) => node)).toEqual(['start', 'paused']);
    });
  });
}
