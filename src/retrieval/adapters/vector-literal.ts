/** A vector as pgvector reads it. */
export function vectorLiteral(vector: Float32Array): string {
  return `[${Array.from(vector, (value) => value.toFixed(6)).join(',')}]`;
}
