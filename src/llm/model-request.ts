import type { ModelMessage } from 'ai';
import type { Prompt } from './gateway.port.ts';
import type { ModelHandle } from './model-handle.ts';
import type { JsonSchema, OutputShape } from './output-shape.ts';

/** What is sent to a model. */
export interface ModelRequest {
  system: string;
  messages: ModelMessage[];
}

/** The task's prompt with what the gateway adds: what the delimiters mean and, where needed, the schema. */
export function modelRequest(
  prompt: Prompt,
  explanation: string,
  shape: OutputShape,
  handle: Pick<ModelHandle, 'supportsJsonSchema'>,
): ModelRequest {
  const parts = [prompt.system, explanation];
  if (shape.kind === 'structured' && schemaToSend(shape, handle) === null) {
    parts.push(
      'Answer with one JSON value and nothing else: no prose, no code fence. ' +
        `It must fit this JSON schema:\n${JSON.stringify(shape.schema)}`,
    );
  }
  return { system: parts.join('\n\n'), messages: [{ role: 'user', content: prompt.user }] };
}

/** The schema the provider itself holds the model to; null when it cannot, or not to this one. */
export function schemaToSend(
  shape: OutputShape,
  handle: Pick<ModelHandle, 'supportsJsonSchema'>,
): JsonSchema | null {
  // Providers take only an object at the top of a response schema.
  const fits = shape.kind === 'structured' && shape.schema.type === 'object';
  return handle.supportsJsonSchema && fits ? shape.schema : null;
}
