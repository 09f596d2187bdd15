/** As in the score that ranks (score-bm25.ts); the average is fixed, since a stored value cannot follow the corpus. */
const K1 = 1.2;
const B = 0.6;
const AVERAGE_LENGTH = 150;

/** A vector with few of its 2³² numbers other than 0. */
export interface SparseVector {
  indices: number[];
  values: number[];
}

/** A passage's terms, each with the part of its BM25 score that does not depend on other passages. */
export function sparsePassage(terms: readonly string[]): SparseVector {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const length = K1 * (1 - B + (B * terms.length) / AVERAGE_LENGTH);
  return toSparse([...counts].map(([term, count]) => [term, (count * (K1 + 1)) / (count + length)]));
}

/** A query's terms, all alike: how much each tells is the server's to know. */
export function sparseQuery(terms: readonly string[]): SparseVector {
  return toSparse([...new Set(terms)].map((term) => [term, 1]));
}

/** Terms that meet at an index are added up: an index must not come twice. */
function toSparse(weights: readonly (readonly [string, number])[]): SparseVector {
  const sums = new Map<number, number>();
  for (const [term, weight] of weights) {
    const index = hashTerm(term);
    sums.set(index, (sums.get(index) ?? 0) + weight);
  }
  return { indices: [...sums.keys()], values: [...sums.values()] };
}

/** FNV-1a, 32 bits. */
function hashTerm(term: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(term)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
