import type { z } from 'zod';
import type { StepResult, StepShape } from './define-node.ts';

/** Shown by the compiler in place of a step that does not fit its flow. */
export interface FlowTypeError<Message extends string> {
  readonly __flow_error__: Message;
}

export type OutcomeOf<Step extends StepShape> = Step['outcomes'][number];

/** Each step as it is, or the reason why it does not fit the state. */
export type CheckedSteps<State, Steps extends Record<string, StepShape>> = {
  [Key in keyof Steps]: Key extends 'end'
    ? FlowTypeError<'"end" is where a flow stops; a step needs another name'>
    : CheckedStep<State, Steps[Key]>;
};

/** Every outcome of every step, and where it leads. */
export type Routes<Steps extends Record<string, StepShape>> = {
  readonly [Key in keyof Steps]: {
    readonly [Outcome in OutcomeOf<Steps[Key]>]: (keyof Steps & string) | 'end';
  };
};

export type CanPause<Steps extends Record<string, StepShape>> = 'pause' extends Steps[keyof Steps]['kind']
  ? true
  : false;

type CheckedStep<State, Step extends StepShape> = [ReadProblem<State, Step['reads']>] extends [never]
  ? [WriteProblem<State, WritesOf<Step>>] extends [never]
    ? Step
    : FlowTypeError<WriteProblem<State, WritesOf<Step>>>
  : FlowTypeError<ReadProblem<State, Step['reads']>>;

type ReadProblem<State, Reads extends z.ZodObject> = {
  [Key in keyof Reads['shape'] & string]: Key extends keyof State
    ? [Exclude<State[Key], undefined>] extends [z.input<Reads['shape'][Key]>]
      ? never
      : `reads "${Key}" as a type that the state's "${Key}" does not fit`
    : `reads "${Key}", which the state does not have`;
}[keyof Reads['shape'] & string];

/** Distributes over the union of all results, so that each is checked by itself. */
type WriteProblem<State, Writes> = Writes extends object
  ? {
      [Key in keyof Writes & string]-?: Key extends keyof State
        ? [Exclude<Writes[Key], undefined>] extends [State[Key]]
          ? never
          : `writes "${Key}" as a type that does not fit the state's "${Key}"`
        : [Exclude<Writes[Key], undefined>] extends [never]
          ? never
          : `writes "${Key}", which the state does not have`;
    }[keyof Writes & string]
  : never;

type WritesOf<Step> =
  ResultOf<Step> extends infer Result
    ? Result extends { writes?: infer Writes }
      ? Exclude<Writes, undefined>
      : never
    : never;

type ResultOf<Step> = Step extends { output(state: never): infer Result }
  ? Result
  : Step extends { run(...args: infer _Args): infer Returned }
    ? Extract<Awaited<Returned>, StepResult>
    : never;
