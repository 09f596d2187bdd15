/** Words that two statements hold in the same order, and places between those where each says something else. */
export interface OrderComparison {
  common: number;
  exchanged: number;
}

/** By the longest run of words that both hold in the same order. Sentences are short: quadratic is fine. */
export function compareOrder(a: readonly string[], b: readonly string[]): OrderComparison {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row) row[j] = a[i] === b[j] ? 1 + at(i + 1, j + 1) : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  // A word that the other says elsewhere was moved, not exchanged.
  const [inA, inB] = [new Set(a), new Set(b)];
  let [i, j, exchanged, ownA, ownB] = [0, 0, 0, 0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      if (ownA > 0 && ownB > 0) exchanged += 1;
      [ownA, ownB] = [0, 0];
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      if (!inB.has(a[i] ?? '')) ownA += 1;
      i += 1;
    } else {
      if (!inA.has(b[j] ?? '')) ownB += 1;
      j += 1;
    }
  }
  if (ownA > 0 && ownB > 0) exchanged += 1;
  return { common: at(0, 0), exchanged };
}
