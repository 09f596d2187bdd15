import type { z } from 'zod';
import type { FlowTypeError } from './check-types.ts';
import type { Flow } from './define-flow.ts';
import type { StepResult } from './define-node.ts';

export interface SubFlow<
  Reads extends z.ZodObject,
  Outcome extends string,
  Result extends StepResult<Outcome>,
> {
  readonly kind: 'sub-flow';
  readonly step?: string;
  readonly reads: Reads;
  readonly outcomes: readonly Outcome[];
  readonly flow: Flow;
  input(reads: z.output<Reads>): object;
  output(state: never): Result;
}

/** A flow as a step of another. Only flows that cannot pause: people are asked at the top level. */
export function subFlow<
  State extends object,
  Pauses extends boolean,
  Reads extends z.ZodObject,
  const Outcome extends string,
  Result extends StepResult<Outcome>,
>(
  flow: Flow<State, Pauses> & OnlyWithoutPause<Pauses>,
  definition: {
    step?: string;
    reads: Reads;
    /** What the inner flow starts with. */
    input(reads: z.output<Reads>): Partial<State>;
    outcomes: readonly Outcome[];
    /** What the inner flow's final state means to the outer one. */
    output(state: Partial<State>): Result;
  },
): SubFlow<Reads, Outcome, Result> {
  return { kind: 'sub-flow', flow, ...definition };
}

type OnlyWithoutPause<Pauses extends boolean> = [Pauses] extends [false]
  ? unknown
  : FlowTypeError<'a flow that can pause cannot be a sub-flow'>;
