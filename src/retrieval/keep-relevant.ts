import type { RankedPassage } from '../domain/passage.ts';
import { RANKING } from './rank-evidence.ts';

/** Below this a passage shares words with the question but not its subject. */
const MIN_RELEVANCE = 0.3;
/** Someone must speak of this share of the question, whatever the vectors say. */
const MIN_LEXICAL = 0.35;
/** A passage far behind the best one, or that misses what the best one speaks of, is noise beside it. */
const MIN_SHARE_OF_BEST = 0.5;
const MIN_LEXICAL_SHARE = 0.6;

/** The passages worth reading, best first; none when even the best is off the subject. */
export function keepRelevant(
  ranked: readonly RankedPassage[],
  k: number = RANKING.defaultK,
): RankedPassage[] {
  const best = ranked[0];
  if (!best || best.scores.relevance < MIN_RELEVANCE) return [];
  const bestLexical = Math.max(...ranked.map(({ scores }) => scores.lexical));
  if (bestLexical < MIN_LEXICAL) return [];
  return ranked
    .filter(({ scores }) => scores.relevance >= MIN_RELEVANCE)
    .filter(({ scores }) => scores.lexical >= bestLexical * MIN_LEXICAL_SHARE)
    .filter(({ scores }) => scores.final >= best.scores.final * MIN_SHARE_OF_BEST)
    .slice(0, Math.min(k, RANKING.maxK));
}
