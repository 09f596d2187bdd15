import type { RankedPassage, TermWeight } from '../domain/passage.ts';
import { RANKING } from './rank-evidence.ts';

/** Below this a passage shares words with the question but not its subject. */
const MIN_RELEVANCE = 0.3;
/** Someone must speak of this share of the question, whatever the vectors say. */
const MIN_LEXICAL = 0.3;
const MIN_COVERAGE = 0.5;
/** A passage far behind the best one, or that misses what the best one speaks of, is noise beside it. */
const MIN_SHARE_OF_BEST = 0.5;
const MIN_LEXICAL_SHARE = 0.6;

export interface AskedTerms {
  terms: readonly TermWeight[];
  /** What the question is about (a drug it names): a passage that does not speak of it answers another question. */
  subjects: readonly string[];
}

/** The passages worth reading, best first; none when even the best is off the subject. */
export function keepRelevant(
  ranked: readonly RankedPassage[],
  { terms, subjects }: AskedTerms,
  k: number = RANKING.defaultK,
): RankedPassage[] {
  const onSubject = ranked.filter(({ matched_terms }) =>
    subjects.every((subject) => matched_terms.includes(subject)),
  );
  const best = onSubject[0];
  if (!best || best.scores.relevance < MIN_RELEVANCE) return [];
  const bestLexical = Math.max(...onSubject.map(({ scores }) => scores.lexical));
  const bestCoverage = Math.max(...onSubject.map((passage) => coverageOf(passage, terms)));
  if (bestLexical < MIN_LEXICAL || bestCoverage < MIN_COVERAGE) return [];
  return onSubject
    .filter(({ scores }) => scores.relevance >= MIN_RELEVANCE)
    .filter(({ scores }) => scores.lexical >= bestLexical * MIN_LEXICAL_SHARE)
    .filter(({ scores }) => scores.final >= best.scores.final * MIN_SHARE_OF_BEST)
    .slice(0, Math.min(k, RANKING.maxK));
}

/** The share of the question, by weight, that a passage speaks of. */
function coverageOf({ matched_terms }: RankedPassage, terms: readonly TermWeight[]): number {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const covered = terms.reduce(
    (sum, { term, weight }) => sum + (matched_terms.includes(term) ? weight : 0),
    0,
  );
  return total === 0 ? 0 : covered / total;
}
