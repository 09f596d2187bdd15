import type { Language } from '../domain/language.ts';
import type { RankedPassage, TermWeight } from '../domain/passage.ts';

export interface RerankRequest {
  query: string;
  language: Language;
  /** The query's terms and how much each tells. */
  terms: readonly TermWeight[];
  passages: readonly RankedPassage[];
  signal: AbortSignal;
}

/** Longer than this a better order is usually not worth waiting for. */
export const RERANK_LIMIT_MS = 2_000;

/**
 * Puts found passages in a better order: the same ones, best first, each with its `scores.rerank`. One that judges
 * says how likely a passage answers in `scores.answers`, and of each of its sentences.
 */
export interface Reranker {
  readonly id: string;
  /** Whether it can tell how likely a passage answers, and not only which of two is better. */
  readonly judges?: boolean;
  /** How long its order is waited for, in milliseconds; none: as long as is usual. */
  readonly limitMs?: number;
  rerank(request: RerankRequest): Promise<RankedPassage[]>;
}
