/** Turns texts into unit vectors. `id` names the model and its version: vectors of different ids do not compare. */
export interface Embedder {
  readonly id: string;
  readonly dimensions: number;
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
}
