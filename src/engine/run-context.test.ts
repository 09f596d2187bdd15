import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBudget, createRunContext } from './create-run-context.ts';

const options = { runId: 'r', timeoutMs: 1_000, limits: { llm_calls: 2, tokens: 100 } };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the signal aborts at the deadline, as a run that has timed out', () => {
  const context = createRunContext({ ...options, clock: () => 5_000 });
  expect(context.deadline).toBe(6_000);
  vi.advanceTimersByTime(999);
  expect(context.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(context.signal.reason).toMatchObject({ code: 'RUN_TIMED_OUT' });
});

test('the signal follows the one of the caller', () => {
  const caller = new AbortController();
  const context = createRunContext({ ...options, signal: caller.signal });
  caller.abort('left');
  expect(context.signal.reason).toBe('left');
  expect(createRunContext({ ...options, signal: AbortSignal.abort('gone') }).signal.reason).toBe('gone');
});

test('once disposed of, neither deadline nor caller reaches it', () => {
  const caller = new AbortController();
  const context = createRunContext({ ...options, signal: caller.signal });
  context.dispose();
  caller.abort();
  vi.advanceTimersByTime(10_000);
  expect(context.signal.aborted).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('the deadline does not keep the process alive', () => {
  vi.useRealTimers();
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  const context = createRunContext(options);
  expect(timers()).toBe(before);
  context.dispose();
});

test('a budget allows calls until the calls are spent', () => {
  const budget = createBudget({ llm_calls: 2, tokens: 100 });
  budget.countCall();
  expect(budget.canCall()).toBe(true);
  budget.countCall();
  expect(budget.canCall()).toBe(false);
});

test('a budget allows calls until the tokens are spent, input and output together', () => {
  const budget = createBudget({ llm_calls: 10, tokens: 100 });
  budget.countTokens(60, 39);
  expect(budget.canCall()).toBe(true);
  budget.countTokens(0, 1);
  expect(budget.canCall()).toBe(false);
  expect(budget.spent()).toEqual({ llm_calls: 0, input_tokens: 60, output_tokens: 40 });
});

test('what is read from a budget does not change it', () => {
  const budget = createBudget({ llm_calls: 1, tokens: 1 });
  budget.spent().llm_calls = 5;
  expect(budget.canCall()).toBe(true);
});
