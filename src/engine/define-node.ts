import type { z } from 'zod';
import type { RunContext } from '../domain/run-context.ts';
import type { FlowTypeError } from './check-types.ts';
import type { Flow } from './define-flow.ts';

/** What a step ends with: one of its declared outcomes, and the state keys it has written. */
export interface StepResult<Outcome extends string = string> {
  outcome: Outcome;
  writes?: object;
}

export interface Node<Reads extends z.ZodObject, Outcome extends string, Result extends StepResult<Outcome>> {
  readonly kind: 'node';
  /** The name the asker sees; the node's key in the flow when left out. */
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
>(definition: Omit<Node<Reads, Outcome, Result>, 'kind'>): Node<Reads, Outcome, Result> {
  return { kind: 'node', ...definition };
}

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
>(definition: Omit<Pause<Reads, Answer, Outcome, Result>, 'kind'>): Pause<Reads, Answer, Outcome, Result> {
  return { kind: 'pause', ...definition };
}

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

/** The loosest shape of a step: loose enough for the compiler to infer each one by itself before it is checked. */
export interface StepShape {
  readonly kind: 'node' | 'pause' | 'sub-flow';
  readonly step?: string;
  readonly reads: z.ZodObject;
  readonly outcomes: readonly string[];
}
