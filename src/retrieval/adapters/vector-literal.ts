import { toCode } from '../vector-scan/vector-code.ts';

/** A vector in pgvector's notation. */
export function vectorLiteral(vector: Float32Array): string {
  return `[${Array.from(vector, (value) => value.toFixed(6)).join(',')}]`;
}

/** A vector in bytes, in hexadecimal. */
export function hexOf(vector: Float32Array): string {
  const { buffer, byteOffset, byteLength } = toCode(vector);
  return Buffer.from(buffer, byteOffset, byteLength).toString('hex');
}
