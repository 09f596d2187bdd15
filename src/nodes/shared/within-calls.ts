import type { RunContext } from '../../domain/run-context.ts';

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
