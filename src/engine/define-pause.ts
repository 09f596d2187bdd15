import type { z } from 'zod';
import type { RunContext } from '../domain/run-context.ts';
import type { StepResult } from './define-node.ts';

/** What a person is shown. It waits in the checkpoint, so it must survive JSON. */
export type PausePayload = z.core.util.JSONType;

export interface Pause<
  Reads extends z.ZodObject,
  Answer extends z.ZodType,
  Outcome extends string,
  Result extends StepResult<Outcome>,
> {
  readonly kind: 'pause';
  readonly step?: string;
  readonly reads: Reads;
  readonly answer: Answer;
  readonly outcomes: readonly Outcome[];
  ask(reads: z.output<Reads>, context: RunContext): Promise<PausePayload> | PausePayload;
  run(reads: z.output<Reads>, answer: z.output<Answer>, context: RunContext): Promise<Result> | Result;
}

/**
 * A step that waits for a person. Its own kind, so that side effects come after the wait:
 * `ask` may run more than once and must be pure; `run` has the answer and may act.
 */
export function definePause<
  Reads extends z.ZodObject,
  Answer extends z.ZodType,
  const Outcome extends string,
  Result extends StepResult<Outcome>,
>(definition: {
  step?: string;
  reads: Reads;
  answer: Answer;
  ask(reads: z.output<Reads>, context: RunContext): Promise<PausePayload> | PausePayload;
  outcomes: readonly Outcome[];
  run(reads: z.output<Reads>, answer: z.output<Answer>, context: RunContext): Promise<Result> | Result;
}): Pause<Reads, Answer, Outcome, Result> {
  return { kind: 'pause', ...definition };
}
