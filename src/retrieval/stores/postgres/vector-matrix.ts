import { DOT_INT8 } from './dot-int8.wasm.ts';

const PAGE = 65_536;
/** Bytes that the inner product takes in one step. */
const STEP = 16;
const FIRST_ROWS = 1_024;
const NO_FACET = -1;

const module = new WebAssembly.Module(Buffer.from(DOT_INT8, 'base64'));

export interface MatrixRow {
  passage_id: string;
  revision: string;
  facet_id: number;
  /** None: the passage has no vector, and is never near anything. */
  code: Int8Array | null;
}

export type VectorMatrix = ReturnType<typeof createVectorMatrix>;

/** Vectors in memory, all of which are compared with the one that is asked for: none is missed, whatever the filter. */
export function createVectorMatrix(dimensions: number) {
  const stride = Math.ceil(dimensions / STEP) * STEP;
  const rowsAt = stride * 2;
  // A cast, because what a module exports has no type here; dot-int8.wat says what it is.
  const { memory, dot } = new WebAssembly.Instance(module).exports as {
    memory: WebAssembly.Memory;
    dot(rows: number, count: number, dimensions: number, asked: number, out: number): void;
  };
  const keys: { passage_id: string; revision: string }[] = [];
  const facets: number[] = [];
  const inverseLengths: number[] = [];
  const rowsOf = new Map<string, number[]>();
  const free: number[] = [];
  let capacity = 0;
  grow(FIRST_ROWS);

  return {
    /** Passages, those without vectors too. */
    size: () => keys.length - free.length,
    bytes: () => memory.buffer.byteLength,
    documents: () => [...rowsOf.keys()],

    /** A document's rows, in place of those it had. */
    put(documentId: string, rows: readonly MatrixRow[]): void {
      drop(documentId);
      if (rows.length === 0) return;
      rowsOf.set(
        documentId,
        rows.map(({ passage_id, revision, facet_id, code }) => {
          const row = free.pop() ?? keys.length;
          if (row >= capacity) grow(capacity * 2);
          keys[row] = { passage_id, revision };
          const bytes = new Int8Array(memory.buffer, rowsAt + row * stride, stride).fill(0);
          if (code) bytes.set(code.subarray(0, dimensions));
          const length = lengthOf(bytes);
          facets[row] = length === 0 ? NO_FACET : facet_id;
          inverseLengths[row] = length === 0 ? 0 : 1 / length;
          return row;
        }),
      );
    },
    drop,

    /** The nearest rows of these facets, nearest first. */
    nearest(vector: Float32Array, facetIds: readonly number[], limit: number) {
      const asked = new Int16Array(memory.buffer, 0, stride).fill(0);
      asked.set(toCode(vector).subarray(0, dimensions));
      const outAt = rowsAt + capacity * stride;
      dot(rowsAt, keys.length, stride, 0, outAt);
      const products = new Int32Array(memory.buffer, outAt, keys.length);
      const isWanted = new Uint8Array(Math.max(0, ...facetIds) + 1);
      for (const id of facetIds) isWanted[id] = 1;
      const best: { row: number; score: number }[] = [];
      let worst = Number.NEGATIVE_INFINITY;
      for (let row = 0; row < products.length; row += 1) {
        if (isWanted[facets[row] ?? NO_FACET] !== 1) continue;
        const score = (products[row] ?? 0) * (inverseLengths[row] ?? 0);
        if (best.length === limit && score <= worst) continue;
        insert(best, { row, score });
        if (best.length > limit) best.pop();
        worst = best.at(-1)?.score ?? worst;
      }
      return best.flatMap(({ row }) => keys[row] ?? []);
    },
  };

  function drop(documentId: string): void {
    for (const row of rowsOf.get(documentId) ?? []) {
      facets[row] = NO_FACET;
      free.push(row);
    }
    rowsOf.delete(documentId);
  }

  function grow(rows: number): void {
    capacity = rows;
    const needed = rowsAt + rows * stride + rows * 4;
    const pages = Math.ceil((needed - memory.buffer.byteLength) / PAGE);
    if (pages > 0) memory.grow(pages);
  }
}

function lengthOf(bytes: Int8Array): number {
  let sum = 0;
  for (const value of bytes) sum += value * value;
  return Math.sqrt(sum);
}

/** Into a list that is sorted, the best first. */
function insert(best: { row: number; score: number }[], found: { row: number; score: number }): void {
  let at = best.length;
  while (at > 0 && (best[at - 1]?.score ?? 0) < found.score) at -= 1;
  best.splice(at, 0, found);
}

/** A vector in bytes: a quarter of the room, and its cosines are right to the third digit. Only its direction is kept. */
export function toCode(vector: Float32Array): Int8Array {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest === 0 ? 0 : 127 / largest;
  return Int8Array.from(vector, (value) => Math.round(value * scale));
}

/** A vector in pgvector's notation. */
export function vectorLiteral(vector: Float32Array): string {
  return `[${Array.from(vector, (value) => value.toFixed(6)).join(',')}]`;
}

/** A vector in bytes, in PostgreSQL's hexadecimal notation. */
export function hexOf(vector: Float32Array): string {
  const { buffer, byteOffset, byteLength } = toCode(vector);
  return `\\x${Buffer.from(buffer, byteOffset, byteLength).toString('hex')}`;
}
