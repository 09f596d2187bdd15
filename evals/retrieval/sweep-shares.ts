import type { Galen } from '../../src/app/compose.ts';
import type { Language } from '../../src/domain/language.ts';
import type { RankedPassage } from '../../src/domain/passage.ts';
import { fuseScores } from '../../src/retrieval/search/rank-candidates.ts';
import type { RetrievalSet } from './load-beir.ts';
import { meanOf, measureRanking } from './metrics.ts';
import { find, rerankPatiently } from './our-stages.ts';

/** nDCG@10 by share. */
export interface ShareReport {
  vectors: Record<string, number>;
  /** Of the order that the search gives with the share it has now; none where the reranker gives no chances. */
  reranker: Record<string, number>;
  /** Searches that had to do without one of their parts. */
  degraded: number;
}

const SHARES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
/** Deep enough that what another share would bring up is among them. */
const DEPTH = 200;
/** As many as our own reranker reads. */
const READ = 10;

/** What the search would give with other shares, computed from the scores of one search a query. */
export async function sweepShares(galen: Galen, set: RetrievalSet, language: Language): Promise<ShareReport> {
  const found: {
    judgements: ReadonlyMap<string, number>;
    passages: RankedPassage[];
    read: RankedPassage[];
  }[] = [];
  let degraded = 0;
  const noteDegraded = () => {
    degraded += 1;
  };
  for (const { text, judgements } of set.queries) {
    const { passages, terms } = await find(galen, text, language, { limit: DEPTH, noteDegraded });
    const request = { query: text, language, terms, passages: passages.slice(0, READ) };
    const read = await rerankPatiently(galen, request, noteDegraded);
    found.push({ judgements, passages, read });
  }
  const figure = (order: (each: (typeof found)[number]) => string[]) =>
    meanOf(found.map((each) => measureRanking(order(each), each.judgements))).ndcg_10;
  const hasChances = found.every(({ read }) => read.every(({ scores }) => scores.answers !== undefined));
  return {
    vectors: byShare((share) =>
      figure(({ passages }) =>
        ordered(passages, ({ scores }) => fuseScores(scores.lexical, scores.dense, share)),
      ),
    ),
    reranker: hasChances
      ? byShare((share) =>
          figure(({ read }) => {
            const highest = Math.max(...read.map(({ scores }) => scores.final), Number.MIN_VALUE);
            return ordered(read, ({ scores }) =>
              fuseScores(scores.final / highest, softened(scores.answers ?? 0), share),
            );
          }),
        )
      : {},
    degraded,
  };
}

function byShare(figure: (share: number) => number): Record<string, number> {
  return Object.fromEntries(SHARES.map((share) => [share.toFixed(1), figure(share)]));
}

function ordered(passages: readonly RankedPassage[], score: (passage: RankedPassage) => number): string[] {
  return passages
    .map((passage) => ({ id: passage.document_id, score: score(passage) }))
    .sort((a, b) => b.score - a.score)
    .map(({ id }) => id);
}

/** The chance of half the log-odds, as our own reranker mixes it. */
function softened(chance: number): number {
  return 1 / (1 + Math.sqrt((1 - chance) / chance));
}
