import type { RunContext } from '../../domain/run-context.ts';

/** How many model calls a run may have made once a step is done: the budget of the route that it stands on. */
export const CALLS_AFTER = {
  triage: 1,
  direct: 2,
  fix_lookup: 2,
  lookup: 3,
  think: 2,
  extract: 3,
  reason_again: 4,
  reasoning: 5,
  decompose: 2,
} as const;

/** The same context, in which no model is called once the run has made `limit` calls: then the twin answers. */
export function capCalls(context: RunContext, limit: number): RunContext {
  const { budget } = context;
  return {
    ...context,
    budget: {
      canCall: () => budget.canCall() && budget.spent().llm_calls < limit,
      countCall: () => budget.countCall(),
      countTokens: (input, output) => budget.countTokens(input, output),
      spent: () => budget.spent(),
    },
  };
}
