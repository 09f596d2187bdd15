import { createHash } from 'node:crypto';
import pMap from 'p-map';
import { withSignal } from '../../domain/signals.ts';
import type { Embedder, EmbedOptions } from '../embedder.port.ts';
import type { Reranker } from '../reranker.port.ts';
import { orderByRerank } from '../search/find-passages.ts';
import { searchModelFailed } from './model-server.ts';

/** A question that waits for its vector longer than this is better searched by its words alone. */
const LIMITS_MS: Readonly<Record<EmbedOptions['kind'], number>> = { query: 5_000, passage: 60_000 };
/** Vectors of a trained model tell more than words do. */
const SHARE = { en: 0.6, vi: 0.6 };

/** A model that embeds, wherever it runs: one batch of texts in, its vectors out as the model gives them. */
export interface EmbeddingModel {
  /** Such as `ollama/bge-m3`. */
  name: string;
  prefixes: Readonly<Record<EmbedOptions['kind'], string>>;
  embedBatch(
    texts: readonly string[],
    options: { limitMs: number; signal: AbortSignal },
  ): Promise<readonly ArrayLike<number>[]>;
}

export type EmbedderTraits = Pick<Embedder, 'dimensions' | 'scale'>;

/** An embedder of a trained model: in batches, each within its time, every vector checked and of length 1. */
export function createModelEmbedder(
  model: EmbeddingModel,
  { dimensions, scale }: EmbedderTraits,
  limitsMs = LIMITS_MS,
): Embedder {
  return {
    id: `${storedName(model)}@${dimensions}`,
    dimensions,
    scale,
    share: SHARE,
    embed: (texts, { kind, signal: asked }) =>
      inBatches(texts, asked, async (batch, signal) => {
        const prefixed = batch.map((text) => model.prefixes[kind] + text);
        const raw = await model.embedBatch(prefixed, { limitMs: limitsMs[kind], signal });
        return unitVectors(raw, { name: model.name, count: batch.length, dimensions });
      }),
  };
}

/** The model, and the prefix that stored vectors were made with: another one makes other vectors. */
export function storedName({ name, prefixes: { passage } }: EmbeddingModel): string {
  if (passage === '') return name;
  return `${name}+${createHash('sha256').update(passage).digest('hex').slice(0, 8)}`;
}

/** A model that reads a question beside each text, wherever it runs: one score for each text, in their order. */
export interface RerankModel {
  /** Such as `cohere/rerank-v3.5`. */
  name: string;
  scoreBatch(query: string, texts: readonly string[], signal: AbortSignal): Promise<readonly number[]>;
}

/** A reranker of a trained model. Its time limit, and the order to keep when it fails, are its caller's. */
export function createModelReranker(model: RerankModel): Reranker {
  return {
    id: model.name,
    async rerank({ query, passages, signal }) {
      const texts = passages.map(({ document, text }) => `${document.title}\n${text}`);
      const scores = await inBatches(texts, signal, async (batch, either) => {
        const given = await model.scoreBatch(query, batch, either);
        if (given.length === batch.length && given.every(Number.isFinite)) return given;
        throw searchModelFailed(model.name, 'not one score for each passage');
      });
      return orderByRerank(passages, asProbabilities(scores));
    },
  };
}

/** Some servers give probabilities, some the logits under them: a score outside 0 to 1 tells. */
function asProbabilities(scores: readonly number[]): number[] {
  const areLogits = scores.some((score) => score < 0 || score > 1);
  return scores.map((score) => (areLogits ? 1 / (1 + Math.exp(-score)) : score));
}

/** The smallest limit that a usual server has for one request (text-embeddings-inference). */
const BATCH = 32;
const AT_ONCE = 2;

/** Results in the items' order, made batch by batch, few at once. One failure stops the rest. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (batch: readonly Item[], signal: AbortSignal) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const batches = Array.from({ length: Math.ceil(items.length / BATCH) }, (_, i) =>
    items.slice(i * BATCH, (i + 1) * BATCH),
  );
  const results = await withSignal({ parent: signal }, (own) =>
    pMap(batches, (batch) => work(batch, own), { concurrency: AT_ONCE, signal: own }),
  );
  return results.flat();
}

/** A model's vectors, each brought to length 1; an error that names the model when they are not what was asked for. */
export function unitVectors(
  raw: readonly ArrayLike<number>[],
  { name, count, dimensions }: { name: string; count: number; dimensions: number },
): Float32Array[] {
  if (raw.length !== count) throw searchModelFailed(name, `${raw.length} vectors for ${count} texts`);
  return raw.map((values) => {
    if (values.length !== dimensions) {
      throw searchModelFailed(name, `a vector of ${values.length} numbers instead of ${dimensions}`);
    }
    const numbers = Array.from(values);
    const length = Math.hypot(...numbers);
    if (!Number.isFinite(length)) throw searchModelFailed(name, 'a vector of numbers that are none');
    // A vector of zeros has no direction, and stays so.
    return Float32Array.from(numbers, (value) => (length === 0 ? 0 : value / length));
  });
}
