import { randomUUID } from 'node:crypto';
import { GalenError } from '../domain/errors.ts';
import type { Budget, Clock, IdSource, RandomSource, RunContext } from '../domain/run-context.ts';
import type { RunEvent } from '../domain/run-record.ts';

export interface BudgetLimits {
  llm_calls: number;
  /** Input and output together. */
  tokens: number;
}

export interface RunContextOptions {
  runId: string;
  /** The caller's own; the run also ends at its deadline. */
  signal?: AbortSignal;
  timeoutMs: number;
  limits: BudgetLimits;
  /** What a run that goes on after a pause has spent before it. */
  spent?: Spent;
  clock?: Clock;
  newId?: IdSource;
  random?: RandomSource;
  emit?: (event: RunEvent) => void;
}

type Spent = ReturnType<Budget['spent']>;
const NOTHING: Spent = { llm_calls: 0, input_tokens: 0, output_tokens: 0 };

/** Time, chance, limits and the event stream of one run. `dispose` it when the run is over. */
export function createRunContext(options: RunContextOptions): RunContext & { dispose(): void } {
  const { runId, timeoutMs, limits, clock = Date.now } = options;
  const { newId = randomUUID, random = Math.random, emit = () => {} } = options;
  const deadline = createDeadline(timeoutMs, options.signal);
  return {
    runId,
    signal: deadline.signal,
    deadline: clock() + timeoutMs,
    budget: createBudget(limits, options.spent),
    clock,
    newId,
    random,
    emit,
    dispose: deadline.dispose,
  };
}

export function createBudget(limits: BudgetLimits, before: Spent = NOTHING): Budget {
  const spent = { ...before };
  return {
    canCall: () =>
      spent.llm_calls < limits.llm_calls && spent.input_tokens + spent.output_tokens < limits.tokens,
    countCall: () => {
      spent.llm_calls += 1;
    },
    countTokens: (input, output) => {
      spent.input_tokens += input;
      spent.output_tokens += output;
    },
    spent: () => ({ ...spent }),
  };
}

// AbortSignal.any and AbortSignal.timeout would do, but cannot be let go of before they fire.
function createDeadline(timeoutMs: number, outer: AbortSignal | undefined) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new GalenError('RUN_TIMED_OUT')), timeoutMs);
  timer.unref();
  const follow = () => controller.abort(outer?.reason);
  if (outer?.aborted) follow();
  else outer?.addEventListener('abort', follow, { once: true });
  const dispose = () => {
    clearTimeout(timer);
    outer?.removeEventListener('abort', follow);
  };
  return { signal: controller.signal, dispose };
}
