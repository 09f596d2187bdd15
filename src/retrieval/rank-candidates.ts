import { EVIDENCE_WEIGHTS, type EvidenceLevel } from '../domain/evidence-level.ts';
import type { RankedPassage, TermWeight } from '../domain/passage.ts';
import type { Embedder } from './embedder.port.ts';
import { blendEvidence, fuseScores } from './rank-evidence.ts';
import { scaleLexical } from './scale-lexical.ts';
import { type CorpusStatistics, scoreBm25, weighTerm } from './score-bm25.ts';
import { matchedTerms, type TermGroup } from './term-credit.ts';

/** A number is rarely what a question is about, however rare it is. */
const NUMBER_SHARE = 0.25;

/** A passage that an engine proposed. */
export interface Proposed {
  passage_id: string;
  evidence_level: EvidenceLevel;
  /** Its terms, repeats kept. */
  terms: readonly string[];
  cosine: number | null;
}

/** A passage with the scores that ranked it. */
export interface Ranked extends Pick<RankedPassage, 'scores' | 'matched_terms'> {
  passage_id: string;
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
): Ranked[] {
  return proposed
    .map((candidate) => toRanked(candidate, query, embedder))
    .filter(({ scores }) => scores.relevance > 0)
    .sort((a, b) => b.scores.final - a.scores.final || (a.passage_id < b.passage_id ? -1 : 1));
}

function toRanked(
  { passage_id, evidence_level, terms, cosine }: Proposed,
  query: RankedQuery,
  embedder: Embedder | null,
): Ranked {
  const held = new Set(terms);
  const bm25 = scoreBm25(terms, query.sought, query.corpus);
  const lexical = scaleLexical(bm25, query, held);
  const dense = embedder === null ? 0 : scaleCosine(cosine, embedder);
  const relevance = fuseScores(lexical, dense, embedder?.share ?? 0);
  return {
    passage_id,
    scores: {
      bm25,
      cosine: embedder === null || Number.isNaN(cosine) ? null : cosine,
      lexical,
      dense,
      relevance,
      evidence: EVIDENCE_WEIGHTS[evidence_level],
      final: blendEvidence(relevance, evidence_level),
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
