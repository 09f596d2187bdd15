import { EVIDENCE_WEIGHTS } from '../domain/evidence-level.ts';
import type { Passage, RankedPassage, TermWeight } from '../domain/passage.ts';
import type { Embedder } from './embedder.port.ts';
import { blendEvidence, fuseScores } from './rank-evidence.ts';
import { scaleLexical } from './scale-lexical.ts';
import { type CorpusStatistics, scoreBm25, weighTerm } from './score-bm25.ts';
import { matchedTerms, type TermGroup } from './term-credit.ts';

/** A number is rarely what a question is about, however rare it is. */
const NUMBER_SHARE = 0.25;

/** A passage that an engine proposed. */
export interface Proposed {
  passage: Passage;
  document: RankedPassage['document'];
  /** Its terms, repeats kept. */
  terms: readonly string[];
  cosine: number | null;
}

export interface RankedQuery {
  terms: readonly TermWeight[];
  groups: readonly TermGroup[];
  /** Asked terms and those of their synonyms. */
  sought: readonly string[];
  corpus: CorpusStatistics;
}

export function weighTerms(asked: readonly string[], corpus: CorpusStatistics): TermWeight[] {
  return asked.map((term) => ({
    term,
    weight: weighTerm(term, corpus) * (/^\d/u.test(term) ? NUMBER_SHARE : 1),
  }));
}

/** Scores what the engine proposed, best first, without what shares nothing with the query. By words alone when no embedder took part. */
export function rankCandidates(
  proposed: readonly Proposed[],
  query: RankedQuery,
  embedder: Embedder | null,
): RankedPassage[] {
  return proposed
    .map((candidate) => toRanked(candidate, query, embedder))
    .filter(({ scores }) => scores.relevance > 0)
    .sort((a, b) => b.scores.final - a.scores.final || (a.id < b.id ? -1 : 1));
}

function toRanked(
  { passage, document, terms, cosine }: Proposed,
  query: RankedQuery,
  embedder: Embedder | null,
): RankedPassage {
  const held = new Set(terms);
  const bm25 = scoreBm25(terms, query.sought, query.corpus);
  const lexical = scaleLexical(bm25, query, held);
  const dense = embedder === null ? 0 : scaleCosine(cosine, embedder);
  const relevance = fuseScores(lexical, dense, embedder?.share ?? 0);
  return {
    ...passage,
    document,
    scores: {
      bm25,
      cosine: embedder === null || Number.isNaN(cosine) ? null : cosine,
      lexical,
      dense,
      relevance,
      evidence: EVIDENCE_WEIGHTS[document.evidence_level],
      final: blendEvidence(relevance, document.evidence_level),
    },
    matched_terms: matchedTerms(
      query.terms.map(({ term }) => term),
      query.groups,
      held,
    ),
  };
}

function scaleCosine(cosine: number | null, { scale: { unrelated, same } }: Embedder): number {
  // A passage of words too short to embed has no direction.
  if (cosine === null || Number.isNaN(cosine)) return 0;
  return Math.min(1, Math.max(0, (cosine - unrelated) / (same - unrelated)));
}
