import type { Language } from '../../domain/language.ts';
import type { Correction, Expansion, RankedPassage, TermWeight } from '../../domain/passage.ts';
import { drugNamesIn } from '../../language/drugs/drug-names.ts';
import { analyzeText } from '../../language/search-terms/analyze-text.ts';
import type { PassageIndex, PassageQuery } from '../passage-index.port.ts';
import type { Reranker } from '../reranker.port.ts';
import { keepRelevant } from './keep-relevant.ts';
import { rerankOrKeep } from './rerank-or-keep.ts';

export interface FoundPassages {
  /** Worth reading, best first; none when nothing speaks of the question. */
  kept: RankedPassage[];
  /** All that the search brought up, in the reranker's order. */
  candidates: RankedPassage[];
  terms: TermWeight[];
  corrections: Correction[];
  /** Those of the query, and the words by which misspelt ones were found. */
  expansions: Expansion[];
  /** Which parts of the search did not take place, and why. */
  degraded: string[];
}

/** Searches both ways, puts the best first and keeps the passages worth reading. */
export async function findPassages(
  { passages, reranker }: { passages: Pick<PassageIndex, 'search'>; reranker: Reranker },
  query: PassageQuery,
  /** How many to keep, where not as many as usual. */
  k?: number,
): Promise<FoundPassages> {
  const { language, signal } = query;
  const found = await passages.search(query);
  const ordered = await rerankOrKeep(reranker, {
    query: query.query,
    language,
    terms: found.terms,
    passages: found.passages,
    signal,
  });
  const meant = found.corrections.map(({ to }) => to);
  const kept = keepRelevant(
    ordered.passages,
    {
      terms: found.terms,
      subjects: subjectTerms([query.query, ...meant].join(' '), language),
      language,
      guessed: found.corrections.flatMap(({ from }) => analyzeText(from, language)),
    },
    k,
  );
  const inOtherWords = found.corrections.map(({ from, to }) => ({ phrase: from, alternatives: [to] }));
  return {
    kept,
    candidates: ordered.passages,
    terms: found.terms,
    corrections: found.corrections,
    expansions: [...query.expansions, ...inOtherWords],
    degraded: [found.degraded, ordered.degraded].filter((detail) => detail !== null),
  };
}

/** The terms of a question that an answer must speak of: the drugs it names. */
export function subjectTerms(question: string, language: Language): string[] {
  return [...new Set(drugNamesIn(question).flatMap((name) => analyzeText(name, language)))];
}
