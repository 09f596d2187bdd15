import type { Task } from '../../llm/gateway.port.ts';
import { maskNames } from './mask-names.ts';

/** The same task, in whose prompt patients' names and numbers are put out of sight. Its twin sees all. */
export function maskPrompts<Input, Output>(
  task: Task<Input, Output>,
  withheld: readonly string[],
): Task<Input, Output> {
  return {
    ...task,
    prompt: (input, fence) => task.prompt(input, (label, text) => fence(label, maskNames(text, withheld))),
  };
}
