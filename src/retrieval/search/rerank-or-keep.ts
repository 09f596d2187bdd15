import { GalenError } from '../../domain/errors.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import type { Reranker, RerankRequest } from '../reranker.port.ts';
import { withSignal } from '../with-signal.ts';
import { blendEvidence } from './rank-candidates.ts';

/** Longer than this a better order is not worth waiting for. */
const LIMIT_MS = 2_000;

interface Reranked {
  passages: RankedPassage[];
  /** Why the order is still that of the search; null when it is not. */
  degraded: string | null;
}

/** The reranker's order, or the search's own when the reranker fails, loses passages or takes too long. */
export async function rerankOrKeep(
  reranker: Reranker,
  request: RerankRequest,
  limitMs = LIMIT_MS,
): Promise<Reranked> {
  try {
    const passages = await withSignal({ parent: request.signal, limitMs }, (signal) =>
      reranker.rerank({ ...request, signal }),
    );
    if (sameIds(passages, request.passages)) return { passages, degraded: null };
    return { passages: [...request.passages], degraded: `reranker ${reranker.id}: other passages` };
  } catch (error) {
    request.signal.throwIfAborted();
    return { passages: [...request.passages], degraded: `reranker ${reranker.id}: ${reasonOf(error)}` };
  }
}

/** Never the message, which may hold what was asked. */
function reasonOf(error: unknown): string {
  if (error instanceof GalenError) return error.code;
  return error instanceof Error ? error.name : 'failed';
}

function sameIds(a: readonly RankedPassage[], b: readonly RankedPassage[]): boolean {
  const ids = new Set(b.map(({ id }) => id));
  return (
    a.length === b.length &&
    new Set(a.map(({ id }) => id)).size === ids.size &&
    a.every(({ id }) => ids.has(id))
  );
}

/** Passages by a reranker's scores (0 to 1, one for each) and their evidence, relevance first. */
export function orderByRerank(
  passages: readonly RankedPassage[],
  scores: readonly number[],
): RankedPassage[] {
  return passages
    .map((passage, i) => {
      const rerank = scores[i] ?? 0;
      const final = blendEvidence(rerank, passage.document.evidence_level);
      return { passage: { ...passage, scores: { ...passage.scores, rerank } }, final };
    })
    .sort((a, b) => b.final - a.final || b.passage.scores.final - a.passage.scores.final)
    .map(({ passage }) => passage);
}
