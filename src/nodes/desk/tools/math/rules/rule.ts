import type { Problem, Value } from '../resolve-name.ts';

/** One way to lay out a calculation; null where the question is of another kind. */
export type Rule = (problem: Problem, unit: string | null) => (Value & { compare_with?: string }) | null;
