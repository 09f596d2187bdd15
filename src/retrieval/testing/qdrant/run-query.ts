import { matches } from './matches.ts';
import type { Filter, Point, Prefetch, Query } from './schemas.ts';

/** The constant of Qdrant's reciprocal rank fusion, which counts ranks from 0. */
const RRF_K = 2;

export interface Scored {
  point: Point;
  score: number;
}

/** Prefetches first, then the main query over what they found. */
export function runQuery(points: readonly Point[], idf: ReadonlySet<string>, query: Query): Scored[] {
  const lists = query.prefetch.map((prefetch) => {
    // Qdrant hands the main query's filter down to its prefetches.
    const within = points.filter((point) => matches(point, query.filter));
    return nearest(within, points, idf, prefetch);
  });
  const { query: main, using = '' } = query;
  if ('fusion' in main) return fuse(lists).slice(0, query.limit);
  const found = new Set(lists.flat().map(({ point }) => point));
  return nearest([...found], points, idf, { ...query, query: main, using });
}

/** Best first; a point without that vector, or without any index in common with a sparse one, is not found. */
function nearest(
  among: readonly Point[],
  all: readonly Point[],
  idf: ReadonlySet<string>,
  { query, using, filter, limit }: Omit<Prefetch, 'filter'> & { filter?: Filter | undefined },
): Scored[] {
  const weigh = idf.has(using) ? weights(all, using) : () => 1;
  const scored = among.flatMap((point): Scored[] => {
    const vector = point.vector[using];
    if (vector === undefined || !matches(point, filter)) return [];
    if (Array.isArray(vector)) {
      return Array.isArray(query) ? [{ point, score: cosine(vector, query) }] : [];
    }
    const score = Array.isArray(query) ? null : sparseDot(vector, query, weigh);
    return score === null ? [] : [{ point, score }];
  });
  return best(scored).slice(0, limit);
}

type Sparse = Exclude<Point['vector'][string], number[] | undefined>;

/** Qdrant's: ln((N - n + 0.5) / (n + 0.5) + 1), of all points of the collection, whatever the filter. */
function weights(all: readonly Point[], using: string): (index: number) => number {
  const sparse = all.flatMap(({ vector }) => {
    const own = vector[using];
    return own === undefined || Array.isArray(own) ? [] : [new Set(own.indices)];
  });
  const known = new Map<number, number>();
  return (index) => {
    const before = known.get(index);
    if (before !== undefined) return before;
    const n = sparse.filter((indices) => indices.has(index)).length;
    const weight = Math.log((sparse.length - n + 0.5) / (n + 0.5) + 1);
    known.set(index, weight);
    return weight;
  };
}

function sparseDot(vector: Sparse, query: Sparse, weigh: (index: number) => number): number | null {
  const own = new Map(vector.indices.map((index, i) => [index, vector.values[i] ?? 0]));
  let score: number | null = null;
  for (const [i, index] of query.indices.entries()) {
    const value = own.get(index);
    if (value !== undefined) score = (score ?? 0) + value * (query.values[i] ?? 0) * weigh(index);
  }
  return score;
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
  const length = Math.hypot(...a) * Math.hypot(...b);
  return length === 0 ? 0 : dot / length;
}

function fuse(lists: readonly Scored[][]): Scored[] {
  const scores = new Map<Point, number>();
  for (const list of lists) {
    for (const [rank, { point }] of list.entries()) {
      scores.set(point, (scores.get(point) ?? 0) + 1 / (RRF_K + rank));
    }
  }
  return best([...scores].map(([point, score]) => ({ point, score })));
}

function best(scored: readonly Scored[]): Scored[] {
  return scored.toSorted((a, b) => b.score - a.score || (a.point.id < b.point.id ? -1 : 1));
}
