import { z } from 'zod';
import type { EmbeddingModel } from './model-embedder.ts';
import { type ModelSettings, modelEndpoint, parseSearchModel } from './model-endpoint.ts';
import { postJson } from './post-json.ts';

const Vector = z.array(z.number());

interface EmbeddingWire {
  root: string;
  path: string;
  defaultUrl: string | null;
  body(model: string, texts: readonly string[]): unknown;
  answer: z.ZodType<number[][]>;
}

/** How each kind of server takes texts and gives vectors. */
const WIRES = {
  ollama: {
    root: '/api',
    path: 'embed',
    defaultUrl: 'http://127.0.0.1:11434',
    body: (model, texts) => ({ model, input: texts }),
    answer: z.object({ embeddings: z.array(Vector) }).transform(({ embeddings }) => embeddings),
  },
  'openai-compatible': {
    root: '/v1',
    path: 'embeddings',
    defaultUrl: null,
    body: (model, texts) => ({ model, input: texts, encoding_format: 'float' }),
    answer: z
      .object({ data: z.array(z.object({ index: z.number(), embedding: Vector })) })
      .transform(({ data }) => data.toSorted((a, b) => a.index - b.index))
      .refine((data) => data.every(({ index }, i) => index === i))
      .transform((data) => data.map(({ embedding }) => embedding)),
  },
} as const satisfies Record<string, EmbeddingWire>;

// The keys of the table are the providers.
export const EMBEDDING_PROVIDERS = Object.keys(WIRES) as (keyof typeof WIRES)[];

/** A model behind Ollama, or behind a server that speaks OpenAI's embeddings (vLLM, TEI, LM Studio, llama.cpp). */
export function createRemoteEmbeddingModel(
  settings: ModelSettings,
  prefixes: EmbeddingModel['prefixes'],
): EmbeddingModel {
  const { provider, name } = parseSearchModel(settings.model, EMBEDDING_PROVIDERS);
  const wire: EmbeddingWire = WIRES[provider];
  const url = modelEndpoint(settings, wire);
  const server = { name: settings.model, url, apiKey: settings.apiKey };
  return {
    name: settings.model,
    prefixes,
    embedBatch: (texts, { limitMs, signal }) =>
      postJson(server, { body: wire.body(name, texts), answer: wire.answer, limitMs, signal }),
  };
}
