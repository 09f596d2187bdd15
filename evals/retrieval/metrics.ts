/** Document ids of one query with how relevant each is; what is not here is not. */
export type Judgements = ReadonlyMap<string, number>;

export interface Metrics {
  ndcg_10: number;
  recall_10: number;
  recall_100: number;
  mrr: number;
}

/** How good one ranking (document ids, best first) is by its judgements. */
export function measureRanking(ranking: readonly string[], judgements: Judgements): Metrics {
  return {
    ndcg_10: ndcg(ranking, judgements, 10),
    recall_10: recall(ranking, judgements, 10),
    recall_100: recall(ranking, judgements, 100),
    mrr: reciprocalRank(ranking, judgements),
  };
}

/** The mean over queries, rounded to four digits. */
export function meanOf(all: readonly Metrics[]): Metrics {
  const mean = (key: keyof Metrics) =>
    Number((all.reduce((sum, metrics) => sum + metrics[key], 0) / Math.max(1, all.length)).toFixed(4));
  return {
    ndcg_10: mean('ndcg_10'),
    recall_10: mean('recall_10'),
    recall_100: mean('recall_100'),
    mrr: mean('mrr'),
  };
}

/** Linear gain, discount log2(rank + 1), as trec_eval and BEIR compute it. */
function ndcg(ranking: readonly string[], judgements: Judgements, k: number): number {
  const ideal = discounted([...judgements.values()].sort((a, b) => b - a).slice(0, k));
  return ideal === 0 ? 0 : discounted(ranking.slice(0, k).map((id) => judgements.get(id) ?? 0)) / ideal;
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, i) => sum + gain / Math.log2(i + 2), 0);
}

function recall(ranking: readonly string[], judgements: Judgements, k: number): number {
  const relevant = [...judgements].filter(([, gain]) => gain > 0).map(([id]) => id);
  const top = new Set(ranking.slice(0, k));
  return relevant.length === 0 ? 0 : relevant.filter((id) => top.has(id)).length / relevant.length;
}

function reciprocalRank(ranking: readonly string[], judgements: Judgements): number {
  const first = ranking.findIndex((id) => (judgements.get(id) ?? 0) > 0);
  return first === -1 ? 0 : 1 / (first + 1);
}
