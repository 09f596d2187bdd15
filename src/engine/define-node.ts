import type { z } from 'zod';
import type { RunContext } from '../domain/run-context.ts';

/** What a step ends with: one of its declared outcomes, and the state keys it has written. */
export interface StepResult<Outcome extends string = string> {
  outcome: Outcome;
  writes?: object;
}

export interface Node<Reads extends z.ZodObject, Outcome extends string, Result extends StepResult<Outcome>> {
  readonly kind: 'node';
  readonly step?: string;
  readonly reads: Reads;
  readonly outcomes: readonly Outcome[];
  run(reads: z.output<Reads>, context: RunContext): Promise<Result> | Result;
}

/**
 * One step of a flow: what it reads, how it may end, what it does.
 * The flow that takes it checks reads and writes against its own state.
 */
export function defineNode<
  Reads extends z.ZodObject,
  const Outcome extends string,
  Result extends StepResult<Outcome>,
>(definition: {
  /** The name the asker sees; the node's key in the flow when left out. */
  step?: string;
  reads: Reads;
  outcomes: readonly Outcome[];
  run(reads: z.output<Reads>, context: RunContext): Promise<Result> | Result;
}): Node<Reads, Outcome, Result> {
  return { kind: 'node', ...definition };
}
