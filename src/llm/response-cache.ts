import { createHash } from 'node:crypto';
import { canonicalJson } from '../domain/canonical-json.ts';
import { fixedFence } from './fence.ts';
import type { Task } from './gateway.port.ts';
import type { ModelHandle } from './model-request.ts';
import type { OutputShape } from './read-output.ts';

/** Keeps the most recently used answers in this process. */
export function createMemoryResponseCache({ maxEntries }: { maxEntries: number }): ResponseCache {
  // A Map keeps insertion order: its first key is the one not used for longest.
  const entries = new Map<string, string>();
  return {
    async get(key) {
      const text = entries.get(key);
      if (text === undefined) return null;
      entries.delete(key);
      entries.set(key, text);
      return text;
    },
    async set(key, text) {
      entries.delete(key);
      entries.set(key, text);
      const oldest = entries.keys().next();
      if (entries.size > maxEntries && !oldest.done) entries.delete(oldest.value);
    },
  };
}

/** What models wrote, by a hash of model, prompt and schema. A lost entry costs a call, nothing else. */
export interface ResponseCache {
  get(key: string): Promise<string | null>;
  set(key: string, text: string): Promise<void>;
}

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
