import type { Task } from '../../llm/gateway.port.ts';

/** What looks like a number of a hospital's record: GAL-0001. */
const RECORD_NUMBER = /(?<![\p{L}\p{N}-])[A-Z]{2,5}-\d{3,10}(?![\p{L}\p{N}])/gu;

/** The same task, in whose prompt patients' names and numbers are put out of sight. Its twin sees all. */
export function maskPrompts<Input, Output>(
  task: Task<Input, Output>,
  withheld: readonly string[],
): Task<Input, Output> {
  const names = withheld.filter((name) => name.trim().length > 1).sort((a, b) => b.length - a.length);
  const mask = (text: string) =>
    names
      .reduce((masked, name) => masked.replaceAll(name, '[patient]'), text)
      .replace(RECORD_NUMBER, '[record number]');
  return {
    ...task,
    prompt: (input, fence) => task.prompt(input, (label, text) => fence(label, mask(text))),
  };
}
