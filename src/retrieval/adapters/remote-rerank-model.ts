import { z } from 'zod';
import { type ModelSettings, modelEndpoint, parseSearchModel } from './model-endpoint.ts';
import type { RerankModel } from './model-reranker.ts';
import { postJson } from './post-json.ts';

/** Of one request; who asked for a better order seldom waits as long. */
const LIMIT_MS = 10_000;

interface ScoredIndex {
  index: number;
  score: number;
}

interface RerankWire {
  root: string;
  path: string;
  defaultUrl: string | null;
  body(model: string, query: string, texts: readonly string[]): unknown;
  answer: z.ZodType<ScoredIndex[]>;
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

const WIRES = {
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
export const RERANK_PROVIDERS = Object.keys(WIRES) as (keyof typeof WIRES)[];

/** A model behind Cohere, Jina, a server that speaks like them (vLLM, llama.cpp), or text-embeddings-inference. */
export function createRemoteRerankModel(settings: ModelSettings): RerankModel {
  const { provider, name } = parseSearchModel(settings.model, RERANK_PROVIDERS);
  const wire: RerankWire = WIRES[provider];
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
