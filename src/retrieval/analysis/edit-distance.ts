/** Longer words are no words; rows are kept between calls, because thousands of terms are compared at once. */
const MAX_LETTERS = 64;
const ROWS = [0, 1, 2].map(() => new Uint8Array(MAX_LETTERS + 1)) as [Uint8Array, Uint8Array, Uint8Array];

/** Damerau–Levenshtein distance (adjacent letters swapped count as one edit), or `limit + 1` when it is more than the limit. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit || Math.max(a.length, b.length) > MAX_LETTERS) return limit + 1;
  let [beforePrevious, previous, row] = ROWS;
  for (let j = 0; j <= b.length; j += 1) previous[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    row[0] = i;
    let least = i;
    const letter = a.charCodeAt(i - 1);
    for (let j = 1; j <= b.length; j += 1) {
      const other = b.charCodeAt(j - 1);
      let cost = (previous[j - 1] ?? 0) + (letter === other ? 0 : 1);
      cost = Math.min(cost, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other) {
        cost = Math.min(cost, (beforePrevious[j - 2] ?? 0) + 1);
      }
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > limit) return limit + 1;
    [beforePrevious, previous, row] = [previous, row, beforePrevious];
  }
  return Math.min(previous[b.length] ?? limit, limit + 1);
}
