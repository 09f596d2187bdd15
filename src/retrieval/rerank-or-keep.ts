import { GalenError } from '../domain/errors.ts';
import type { RankedPassage } from '../domain/passage.ts';
import type { Reranker, RerankRequest } from './reranker.port.ts';

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
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(limitMs)]);
  try {
    const passages = await Promise.race([reranker.rerank({ ...request, signal }), aborted(signal)]);
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

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function sameIds(a: readonly RankedPassage[], b: readonly RankedPassage[]): boolean {
  const ids = new Set(b.map(({ id }) => id));
  return (
    a.length === b.length &&
    new Set(a.map(({ id }) => id)).size === ids.size &&
    a.every(({ id }) => ids.has(id))
  );
}
