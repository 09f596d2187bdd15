import { createHash } from 'node:crypto';
import { canonicalJson } from '../domain/canonical-json.ts';
import { fixedFence } from './fence.ts';
import type { Task } from './gateway.port.ts';
import type { ModelHandle } from './model-handle.ts';
import type { OutputShape } from './output-shape.ts';

/** Model, prompt and schema in one hash. The prompt is taken with fixed delimiters: those of a call never repeat. */
export function cacheKey<Input, Output>(
  task: Task<Input, Output>,
  input: Input,
  shape: OutputShape,
  handle: ModelHandle,
): string {
  const { maxOutputTokens, temperature } = task;
  const prompt = task.prompt(input, fixedFence().fence);
  const asked = {
    model: handle.name,
    provider: handle.provider,
    task: task.name,
    prompt,
    shape,
    maxOutputTokens,
    temperature,
  };
  return createHash('sha256').update(canonicalJson(asked)).digest('hex');
}
