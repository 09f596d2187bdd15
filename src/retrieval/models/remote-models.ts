import { z } from 'zod';
import {
  type Endpoint,
  type ModelSettings,
  modelEndpoint,
  parseSearchModel,
  postJson,
} from './model-server.ts';
import type { EmbeddingModel, RerankModel } from './search-models.ts';

const Vector = z.array(z.number());

interface EmbeddingWire extends Endpoint {
  body(model: string, texts: readonly string[]): unknown;
  answer: z.ZodType<number[][]>;
}

/** How each kind of server takes texts and gives vectors. */
const EMBEDDING_WIRES = {
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
export const EMBEDDING_PROVIDERS = Object.keys(EMBEDDING_WIRES) as (keyof typeof EMBEDDING_WIRES)[];

/** A model behind Ollama, or behind a server that speaks OpenAI's embeddings (vLLM, TEI, LM Studio, llama.cpp). */
export function createRemoteEmbeddingModel(
  settings: ModelSettings,
  prefixes: EmbeddingModel['prefixes'],
): EmbeddingModel {
  const { provider, name } = parseSearchModel(settings.model, EMBEDDING_PROVIDERS);
  const wire: EmbeddingWire = EMBEDDING_WIRES[provider];
  const url = modelEndpoint(settings, wire);
  const server = { name: settings.model, url, apiKey: settings.apiKey };
  return {
    name: settings.model,
    prefixes,
    embedBatch: (texts, { limitMs, signal }) =>
      postJson(server, { body: wire.body(name, texts), answer: wire.answer, limitMs, signal }),
  };
}

/** Of one request; who asked for a better order seldom waits as long. */
const LIMIT_MS = 10_000;

interface RerankWire extends Endpoint {
  body(model: string, query: string, texts: readonly string[]): unknown;
  answer: z.ZodType<{ index: number; score: number }[]>;
}

/** What Cohere began and most servers speak. */
const COMMON = {
  path: 'rerank',
  body: (model: string, query: string, texts: readonly string[]) => ({
    model,
    query,
    documents: texts,
    top_n: texts.length,
  }),
  answer: z
    .object({ results: z.array(z.object({ index: z.number(), relevance_score: z.number() })) })
    .transform(({ results }) => results.map(({ index, relevance_score: score }) => ({ index, score }))),
};

const RERANK_WIRES = {
  cohere: { ...COMMON, root: '/v2', defaultUrl: 'https://api.cohere.com' },
  jina: { ...COMMON, root: '/v1', defaultUrl: 'https://api.jina.ai' },
  'openai-compatible': { ...COMMON, root: '', defaultUrl: null },
  tei: {
    root: '',
    path: 'rerank',
    defaultUrl: null,
    body: (_, query, texts) => ({ query, texts, truncate: true }),
    answer: z.array(z.object({ index: z.number(), score: z.number() })),
  },
} as const satisfies Record<string, RerankWire>;

// The keys of the table are the providers.
export const RERANK_PROVIDERS = Object.keys(RERANK_WIRES) as (keyof typeof RERANK_WIRES)[];

/** A model behind Cohere, Jina, a server that speaks like them (vLLM, llama.cpp), or text-embeddings-inference. */
export function createRemoteRerankModel(settings: ModelSettings): RerankModel {
  const { provider, name } = parseSearchModel(settings.model, RERANK_PROVIDERS);
  const wire: RerankWire = RERANK_WIRES[provider];
  const url = modelEndpoint(settings, wire);
  const server = { name: settings.model, url, apiKey: settings.apiKey };
  return {
    name: settings.model,
    async scoreBatch(query, texts, signal) {
      const body = wire.body(name, query, texts);
      const scored = await postJson(server, { body, answer: wire.answer, limitMs: LIMIT_MS, signal });
      const byIndex = new Map(scored.map(({ index, score }) => [index, score]));
      // Best first on the wire; here in the order of the texts. One left out is no number, which the caller refuses.
      return texts.map((_, i) => byIndex.get(i) ?? Number.NaN);
    },
  };
}
