import { createHash } from 'node:crypto';
import type { Embedder, EmbedOptions } from '../embedder.port.ts';
import { inBatches } from './in-batches.ts';
import { unitVectors } from './unit-vectors.ts';

/** A question that waits for its vector longer than this is better searched by its words alone. */
const LIMITS_MS: Readonly<Record<EmbedOptions['kind'], number>> = { query: 5_000, passage: 60_000 };
/** Vectors of a trained model tell more than words do. */
const SHARE = 0.6;

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
