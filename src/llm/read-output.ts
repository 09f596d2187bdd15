import { type Extraction, extractStructured } from './extract-structured.ts';
import type { Task } from './gateway.port.ts';
import type { OutputShape } from './output-shape.ts';
import { wholeSentences } from './whole-sentences.ts';

interface WrittenText {
  text: string;
  /** The model stopped at its token limit. */
  truncated: boolean;
}

/** What the model wrote, as the task's output, or what is wrong with it. */
export function readOutput<Output>(
  { text, truncated }: WrittenText,
  shape: OutputShape,
  task: Pick<Task<never, Output>, 'output' | 'readText'>,
): Extraction<Output> {
  if (shape.kind === 'structured') {
    // YAML cut short is still YAML: only the finish reason tells.
    if (truncated)
      return { ok: false, problem: 'The answer was cut off: it is too long. Write a shorter one.' };
    const found = extractStructured(text, task.output);
    if (found.ok || task.readText === undefined) return found;
    const meant = task.output.safeParse(task.readText(text));
    return meant.success ? { ok: true, value: meant.data } : found;
  }
  const written = (truncated ? wholeSentences(text) : text).trim();
  if (written === '') return { ok: false, problem: 'The answer is empty.' };
  const checked = task.output.safeParse(written);
  return checked.success
    ? { ok: true, value: checked.data }
    : { ok: false, problem: checked.error.issues.map((issue) => issue.message).join('\n') };
}
