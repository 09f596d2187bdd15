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

/** Puts found passages in a better order: the same ones, best first, each with its `scores.rerank`. */
export interface Reranker {
  readonly id: string;
  rerank(request: RerankRequest): Promise<RankedPassage[]>;
  /** How likely each sentence answers the question; null for a reranker that only knows which of two is better. */
  readonly judgeSentences?: (
    question: string,
    sentences: readonly { title: string; text: string }[],
    signal: AbortSignal,
  ) => Promise<number[]>;
}
