import type { RankedPassage } from '../domain/passage.ts';
import { foldDuplicates } from './fold-duplicates.ts';
import { type AskedQuestion, questionCoverage } from './question-coverage.ts';
import { RANKING } from './rank-evidence.ts';

/** Below this a passage shares words with the question but not its subject. */
const MIN_RELEVANCE = 0.3;
/** Someone must speak of this share of the question, whatever the vectors say. */
const MIN_LEXICAL = 0.3;
const MIN_COVERAGE = 0.4;
/** A passage far behind the best one, or that misses what the best one speaks of, is noise beside it. */
const MIN_SHARE_OF_BEST = 0.5;
const MIN_LEXICAL_SHARE = 0.6;

export interface AskedTerms extends AskedQuestion {
  /** What the question is about (a drug it names): a passage that does not speak of it answers another question. */
  subjects: readonly string[];
}

/** The passages worth reading, best first, each text once; none when no single one of them speaks of the question. */
export function keepRelevant(
  ranked: readonly RankedPassage[],
  asked: AskedTerms,
  k: number = RANKING.defaultK,
): RankedPassage[] {
  const onSubject = ranked.filter(({ matched_terms }) =>
    asked.subjects.every((subject) => matched_terms.includes(subject)),
  );
  // Two passages that each speak of one half of a question do not answer it.
  const speaksOfIt = ({ scores, matched_terms }: RankedPassage) =>
    scores.relevance >= MIN_RELEVANCE &&
    scores.lexical >= MIN_LEXICAL &&
    questionCoverage(asked, matched_terms) >= MIN_COVERAGE;
  const speaking = onSubject.filter(speaksOfIt);
  const best = speaking[0];
  if (!best) return [];
  // Where a drug is named a wrong answer does harm: what ranks first of that drug must be relevant too.
  if (asked.subjects.length > 0 && (onSubject[0]?.scores.relevance ?? 0) < MIN_RELEVANCE) return [];
  const bestLexical = Math.max(...speaking.map(({ scores }) => scores.lexical));
  const relevant = onSubject
    .filter(({ scores }) => scores.relevance >= MIN_RELEVANCE)
    .filter(({ scores }) => scores.lexical >= bestLexical * MIN_LEXICAL_SHARE)
    .filter(({ scores }) => scores.final >= best.scores.final * MIN_SHARE_OF_BEST);
  return foldDuplicates(relevant).slice(0, Math.min(k, RANKING.maxK));
}
