/** A vector in bytes: a quarter of the room, and its cosines are right to the third digit. Only its direction is kept. */
export function toCode(vector: Float32Array): Int8Array {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest === 0 ? 0 : 127 / largest;
  return Int8Array.from(vector, (value) => Math.round(value * scale));
}
