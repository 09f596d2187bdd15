/** How many of the best are taken for what the answer speaks of. */
const BEST = 5;

export interface ScoredTerms {
  terms: readonly string[];
  score: number;
}

/**
 * How far each passage shares its vocabulary with the best ones, 0 to 1: passages that answer a question use the
 * same words beside those asked, and one that holds the asked words by chance does not.
 */
export function agreementWithBest(passages: readonly ScoredTerms[]): number[] {
  const vectors = weighVocabulary(passages.map(({ terms }) => terms));
  const best = passages
    .map(({ score }, i) => ({ score, i, vector: vectors[i] ?? new Map<string, number>() }))
    .sort((a, b) => b.score - a.score || a.i - b.i)
    .slice(0, BEST);
  const highest = Math.max(best[0]?.score ?? 0, Number.MIN_VALUE);
  return vectors.map((vector, i) => {
    // Nobody agrees with themselves.
    const others = best.filter((other) => other.i !== i);
    const shared = others.reduce(
      (sum, other) => sum + (other.score / highest) * cosine(vector, other.vector),
      0,
    );
    return others.length === 0 ? 0 : shared / others.length;
  });
}

/** Unit vectors of terms, weighed by how few of these passages hold them. */
function weighVocabulary(all: readonly (readonly string[])[]): Map<string, number>[] {
  const counts = all.map(countTerms);
  const holding = new Map<string, number>();
  for (const count of counts)
    for (const term of count.keys()) holding.set(term, (holding.get(term) ?? 0) + 1);
  return counts.map((count) => {
    const weights = [...count].map(
      ([term, n]) => [term, (1 + Math.log(n)) * Math.log(1 + all.length / (holding.get(term) ?? 1))] as const,
    );
    const length = Math.sqrt(weights.reduce((sum, [, weight]) => sum + weight * weight, 0)) || 1;
    return new Map(weights.map(([term, weight]) => [term, weight / length]));
  });
}

function countTerms(terms: readonly string[]): Map<string, number> {
  const count = new Map<string, number>();
  for (const term of terms) count.set(term, (count.get(term) ?? 0) + 1);
  return count;
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [term, weight] of a) sum += weight * (b.get(term) ?? 0);
  return Math.min(1, sum);
}
