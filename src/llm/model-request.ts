import type { ModelMessage, wrapLanguageModel } from 'ai';
import type { Prompt } from './gateway.port.ts';
import type { JsonSchema, OutputShape } from './read-output.ts';

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

/** The AI SDK's model object. Never a bare string id: the SDK would send that to a hosted gateway. */
export type LanguageModel = Parameters<typeof wrapLanguageModel>[0]['model'];

/** A model the gateway may ask. */
export interface ModelHandle {
  /** As configured, `ollama/medgemma:4b`: shown in answers and traces. */
  readonly name: string;
  /** The server behind it. Handles of one server share its breaker and retry budget. */
  readonly provider: string;
  readonly languageModel: LanguageModel;
  /** False: the schema is written into the prompt and the answer searched for JSON or YAML. */
  readonly supportsJsonSchema: boolean;
  /** Whether its server answers anything at all; a model that is busy leaves it able to. */
  readonly isThere?: (signal: AbortSignal) => Promise<boolean>;
}
