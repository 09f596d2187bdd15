import type { RankedPassage } from '../../domain/passage.ts';
import type { FoundPassages } from '../../retrieval/search/find-passages.ts';

/** What is nearer than this may be worth asking about, though it does not answer. */
const NEAR_FROM = 0.3;
const NEAREST = 2;

/** What the trace keeps of a search: what of it failed, which words were taken for others, what was kept. */
export function searchNotes({ degraded, corrections, candidates, kept }: FoundPassages) {
  return [
    ...degraded.map((detail) => ({
      topic: 'task-degraded',
      task: 'search',
      reason: 'search-degraded',
      detail,
    })),
    ...(corrections.length > 0 ? [{ topic: 'spelling', corrections }] : []),
    { topic: 'retrieved', candidates: candidates.length, kept: kept.map(({ id }) => id) },
  ];
}

/** Between which years what a search brought up was published, and what of it came nearest. */
export function whatWasSeen(passages: readonly RankedPassage[]) {
  const years = passages.map(({ document }) => document.year);
  const near = passages.filter(({ scores }) => scores.relevance >= NEAR_FROM);
  return {
    nearest: [...new Set(near.map(({ document }) => document.title))].slice(0, NEAREST),
    ...(years.length > 0 ? { years: { from: Math.min(...years), to: Math.max(...years) } } : {}),
  };
}
