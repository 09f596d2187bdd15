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
