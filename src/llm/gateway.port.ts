import type { z } from 'zod';
import type { DegradedReason } from '../domain/answer.ts';
import type { RunContext } from '../domain/run-context.ts';

/** Wraps untrusted text in delimiters made for this one call; the system prompt tells the model what they mean. */
export type Fence = (label: string, text: string) => string;

export interface Prompt {
  system: string;
  user: string;
}

/** Something a model does, and what code does in its place when no model can. */
export interface Task<Input, Output> {
  readonly name: string;
  readonly input: z.ZodType<Input>;
  /** `z.string()` makes a free-text task, whose tokens are streamed; anything else is structured output. */
  readonly output: z.ZodType<Output>;
  /** A fast one is small: it has a share of the time that writing has. */
  readonly model: 'main' | 'fast';
  readonly prompt: (input: Input, fence: Fence) => Prompt;
  /** What a reply without the structured answer may still mean: a numbered list, say. Held to the schema like any other. */
  readonly readText?: (text: string) => unknown;
  /** Rule-based, from the same input to the same shape. */
  readonly twin: (input: Input) => Output;
  /** True when the input speaks of a patient: such a call is never cached. */
  readonly sensitive: (input: Input) => boolean;
  readonly maxOutputTokens: number;
  readonly temperature: number;
}

export interface TaskResult<Output> {
  output: Output;
  /** The model that answered, or 'twin'. */
  by: string;
  degraded: DegradedReason | null;
}

/** The only way to a model. It never throws for a model's fault: the twin answers and `degraded` says why. */
export interface Gateway {
  run<Input, Output>(
    task: Task<Input, Output>,
    input: Input,
    context: RunContext,
  ): Promise<TaskResult<Output>>;
  /** The main model's name, or 'none'. */
  readonly modelName: string;
}
