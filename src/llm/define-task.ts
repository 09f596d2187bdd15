import type { z } from 'zod';
import type { Task } from './gateway.port.ts';

/** Short factual answers, little invention. */
const MAX_TOKENS = 2_000;
const TEMPERATURE = 0.3;

type TaskDefinition<Input, Output> = Pick<Task<Input, Output>, 'name' | 'prompt'> & {
  input: z.ZodType<Input>;
  output: z.ZodType<Output>;
  // The schema alone says what the output is; the twin is held to it.
  twin: (input: Input) => NoInfer<Output>;
} & Partial<
    Pick<Task<Input, Output>, 'model' | 'sensitive' | 'maxOutputTokens' | 'temperature' | 'readText'>
  >;

/** A model task and its deterministic twin: same input, same shape. Treated as sensitive unless it says otherwise. */
export function defineTask<Input, Output>(definition: TaskDefinition<Input, Output>): Task<Input, Output> {
  return {
    model: 'main',
    sensitive: () => true,
    maxOutputTokens: MAX_TOKENS,
    temperature: TEMPERATURE,
    ...definition,
  };
}
