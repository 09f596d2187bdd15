import type { Kysely } from 'kysely';
import type { Meaning } from '../../meaning/meaning.port.ts';
import {
  type EmbedderSettings,
  openEmbedder,
  openReranker,
} from '../../retrieval/models/open-search-models.ts';
import type { PassageIndex } from '../../retrieval/passage-index.port.ts';
import { createPassageIndex } from '../../retrieval/stores/postgres/postgres-passages.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';

interface SearchParts {
  db: Kysely<unknown>;
  log: Log;
  logProblem: (problem: string, error: unknown) => void;
  isLongLived: boolean;
  meaning: Meaning | null;
}

/** What finds passages and puts them in order; not `isReady` where another embedder stands in for the configured one. */
export async function openSearch(config: Config, { db, log, logProblem, isLongLived, meaning }: SearchParts) {
  const { embedder, problem, isReady } = await openEmbedder({ ...embedderSettings(config), meaning });
  if (problem !== null) log.warn({ problem, embedder: embedder.id }, 'the embedder is not as configured');
  const qdrantUrl = config.GALEN_QDRANT_URL;
  const passages: PassageIndex =
    qdrantUrl === undefined
      ? createPassageIndex({ db, embedder, logProblem, isLongLived })
      : // Loaded only where it is used: no other start should wait for its client.
        (await import('../../retrieval/stores/qdrant/qdrant-passages.ts')).createQdrantPassages({
          db,
          embedder,
          logProblem,
          url: qdrantUrl,
          apiKey: config.GALEN_QDRANT_API_KEY,
        });
  const reranker = await openReranker({
    model: config.GALEN_RERANK_MODEL,
    url: config.GALEN_RERANK_URL,
    apiKey: config.GALEN_RERANK_API_KEY,
    meaning,
  });
  const limitMs = config.GALEN_RERANK_TIMEOUT_MS;
  return { passages, embedder, reranker: { ...reranker, limitMs }, isReady };
}

function embedderSettings(config: Config): EmbedderSettings {
  const model = config.GALEN_EMBED_MODEL;
  return {
    model,
    url: config.GALEN_EMBED_URL ?? (model?.startsWith('ollama/') ? config.GALEN_OLLAMA_URL : undefined),
    apiKey: config.GALEN_EMBED_API_KEY,
    dimensions: config.GALEN_EMBED_DIMENSIONS,
    prefixes: { query: config.GALEN_EMBED_QUERY_PREFIX, passage: config.GALEN_EMBED_PASSAGE_PREFIX },
    folder: config.GALEN_DATA_DIR,
  };
}
