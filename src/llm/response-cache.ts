import { createHash } from 'node:crypto';
import type { LRUCache } from 'lru-cache';
import { canonicalJson } from '../domain/canonical-json.ts';
import { fixedFence } from './fence.ts';
import type { Task } from './gateway.port.ts';
import type { ModelHandle } from './model-request.ts';
import type { OutputShape } from './read-output.ts';

/** What models wrote, by a hash of model, prompt and schema. A lost entry costs a call, nothing else. */
export type ResponseCache = Pick<LRUCache<string, string>, 'get' | 'set'>;

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
