import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineFlow, type Flow } from './define-flow.ts';
import { defineNode, subFlow } from './define-node.ts';
import { approvalFlow } from './testing/approval-flow.ts';

const step = () => defineNode({ reads: z.object({}), outcomes: ['done'], run: () => ({ outcome: 'done' }) });

// Past the compiler on purpose: a cast, or a table made at run time, is caught all the same.
function define(start: string, keys: string[], routes: Record<string, Record<string, string>>) {
  return () =>
    defineFlow({
      name: 'test',
      state: z.object({ a: z.string() }),
      maxSteps: 1,
      start,
      nodes: Object.fromEntries(keys.map((key) => [key, step()])),
      routes: routes as Record<string, { done: string }>,
    });
}

test('a well-formed flow is taken', () => {
  expect(define('a', ['a', 'b'], { a: { done: 'b' }, b: { done: 'end' } })).not.toThrow();
});

test.each([
  ['the start "x" is not a step', 'x', ['a'], { a: { done: 'end' } }],
  ['"a" has no route for "done"', 'a', ['a'], { a: {} }],
  ['"b" has no route for "done"', 'a', ['a', 'b'], { a: { done: 'b' } }],
  ['"a" leads to "x", which is not a step', 'a', ['a'], { a: { done: 'x' } }],
  ['no route leads to "b"', 'a', ['a', 'b'], { a: { done: 'end' }, b: { done: 'a' } }],
  ['"end" is where a flow stops', 'end', ['end'], { end: { done: 'end' } }],
])('%s', (problem, start, keys, routes) => {
  expect(define(start, keys, routes)).toThrow(problem);
});

test('a flow that can pause is not taken as a sub-flow', () => {
  const pausing = approvalFlow({ execute: () => {} });
  const inner = subFlow(pausing as Flow as Flow<object, false>, {
    reads: z.object({}),
    input: () => ({}),
    outcomes: ['done'],
    output: () => ({ outcome: 'done' }),
  });
  const outer = () =>
    defineFlow({
      name: 'outer',
      state: z.object({ a: z.string() }),
      maxSteps: 1,
      start: 'inner',
      nodes: { inner },
      routes: { inner: { done: 'end' } },
    });
  expect(outer).toThrow('the sub-flow "inner" can pause');
});
