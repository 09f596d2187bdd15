import { GalenError } from '../domain/errors.ts';
import type { RankedPassage } from '../domain/passage.ts';
import type { Reranker, RerankRequest } from './reranker.port.ts';
import { withSignal } from './with-signal.ts';

/** Longer than this a better order is not worth waiting for. */
const LIMIT_MS = 2_000;

export interface Reranked {
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
