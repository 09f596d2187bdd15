import type { RunContext } from '../../domain/run-context.ts';
import type { Gateway, Task, TaskResult } from '../../llm/gateway.port.ts';

interface Asking {
  /** Why the twin's answer needs no model: the rule that was measured precise enough, or a limit. Null asks. */
  certain: string | null;
  /** How many model calls the whole turn may have made after this task, repairs and retries included. */
  maxCalls: number;
}

/** Puts a task to a model, unless its twin is certain; the trace tells which rule was. */
export async function askUnlessCertain<Input, Output>(
  gateway: Gateway,
  task: Task<Input, Output>,
  input: Input,
  context: RunContext,
  { certain, maxCalls }: Asking,
): Promise<TaskResult<Output>> {
  if (certain === null) return gateway.run(task, input, withinCalls(context, maxCalls));
  context.emit({ type: 'note', data: { topic: 'twin-certain', task: task.name, rule: certain } });
  return { output: task.twin(input), by: 'twin', degraded: null };
}

/**
 * The context for a task by whose end the turn may have made so many model calls: a repair or a second try of an early task
 * never takes the call that a later one needs. Past them the twin answers.
 */
export function withinCalls(context: RunContext, calls: number): RunContext {
  const { budget } = context;
  return {
    ...context,
    budget: { ...budget, canCall: () => budget.spent().llm_calls < calls && budget.canCall() },
  };
}
