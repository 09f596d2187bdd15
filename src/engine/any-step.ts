import type { z } from 'zod';
import type { RunContext } from '../domain/run-context.ts';
import type { Flow } from './define-flow.ts';
import type { StepResult } from './define-node.ts';
import type { PausePayload } from './define-pause.ts';

/**
 * Any step, whatever it reads and writes: a parameter of type `never` accepts every function.
 * The engine parses a step's reads with the step's own schema just before it calls it.
 */
export type AnyStep = AnyNode | AnyPause | AnySubFlow;

export interface AnyNode extends StepShape {
  readonly kind: 'node';
  run(reads: never, context: RunContext): Promise<StepResult> | StepResult;
}

export interface AnyPause extends StepShape {
  readonly kind: 'pause';
  readonly answer: z.ZodType;
  ask(reads: never, context: RunContext): Promise<PausePayload> | PausePayload;
  run(reads: never, answer: never, context: RunContext): Promise<StepResult> | StepResult;
}

export interface AnySubFlow extends StepShape {
  readonly kind: 'sub-flow';
  readonly flow: Flow;
  input(reads: never): object;
  output(state: never): StepResult;
}

/** What the compiler asks of a step before it looks closer; less, so that it infers each step by itself. */
export interface StepShape {
  readonly kind: 'node' | 'pause' | 'sub-flow';
  readonly step?: string;
  readonly reads: z.ZodObject;
  readonly outcomes: readonly string[];
}
