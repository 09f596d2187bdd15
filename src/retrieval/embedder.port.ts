import type { Language } from '../domain/language.ts';

export interface EmbedOptions {
  /** What the texts are: some models want a question and a passage marked as such. */
  kind: 'query' | 'passage';
  signal: AbortSignal;
}

/** Turns texts into unit vectors. `id` names the model and its version: vectors of different ids do not compare. */
export interface Embedder {
  readonly id: string;
  readonly dimensions: number;
  /** The cosine of texts that have nothing, and of texts that have everything to do with each other: what makes scores of different embedders mean the same. */
  readonly scale: { unrelated: number; same: number };
  /** How much of the fused score its cosines decide, 0 to 1, by the language of the question: the better the vectors, the more. */
  readonly share: Readonly<Record<Language, number>>;
  /** Too slow to wait for: passages are stored, and found by their words, before they have vectors. */
  readonly embedsLater?: boolean;
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>;
}
