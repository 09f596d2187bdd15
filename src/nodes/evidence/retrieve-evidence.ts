import { z } from 'zod';
import { accessOf, Principal } from '../../domain/access.ts';
import { AskRequest } from '../../domain/ask.ts';
import { levelsUpToGrade } from '../../domain/evidence-level.ts';
import { Language } from '../../domain/language.ts';
import { Expansion, type RankedPassage } from '../../domain/passage.ts';
import { defineNode } from '../../engine/define-node.ts';
import { analyzeText } from '../../retrieval/analysis/analyze-text.ts';
import { keepRelevant } from '../../retrieval/keep-relevant.ts';
import type { PassageIndex } from '../../retrieval/passage-index.port.ts';
import { rerankOrKeep } from '../../retrieval/rerank-or-keep.ts';
import type { Reranker } from '../../retrieval/reranker.port.ts';
import { subjectTerms } from '../../retrieval/subject-terms.ts';

const CANDIDATES = 40;
/** What is nearer than this may be worth asking about, though it does not answer. */
const NEAR_FROM = 0.3;
const NEAREST = 2;

/** What the question is put to unless the asker says otherwise. */
const LITERATURE = ['pubmed', 'guidelines'];

/** Searches both ways, puts the best first and keeps the passages worth reading. */
export function retrieveEvidence({ passages, reranker }: { passages: PassageIndex; reranker: Reranker }) {
  return defineNode({
    step: 'retrieve',
    reads: z.object({
      request: AskRequest,
      principal: Principal,
      language: Language,
      search_query: z.string(),
      expansions: z.array(Expansion),
    }),
    outcomes: ['found', 'nothing-found'],

    async run({ request, principal, language, search_query, expansions }, { signal, emit }) {
      const { min_evidence_level } = request;
      const source_types = request.source_types ?? LITERATURE;
      const found = await passages.search({
        query: search_query,
        expansions,
        language,
        access: accessOf(principal),
        filters: { source_types, evidence_levels: levelsUpToGrade(min_evidence_level) },
        limit: CANDIDATES,
        signal,
      });
      const meant = found.corrections.map(({ to }) => to);
      const subjects = subjectTerms([search_query, ...meant].join(' '), language);
      const query_terms = found.terms;
      const ordered = await rerankOrKeep(reranker, {
        query: search_query,
        language,
        terms: query_terms,
        passages: found.passages,
        signal,
      });
      const guessed = found.corrections.flatMap(({ from }) => analyzeText(from, language));
      const evidence = keepRelevant(ordered.passages, {
        terms: query_terms,
        subjects,
        language,
        guessed,
      });
      for (const detail of [found.degraded, ordered.degraded]) {
        if (detail === null) continue;
        emit({
          type: 'note',
          data: { topic: 'task-degraded', task: 'search', reason: 'search-degraded', detail },
        });
      }
      if (found.corrections.length > 0) {
        emit({ type: 'note', data: { topic: 'spelling', corrections: found.corrections } });
      }
      emit({
        type: 'note',
        data: { topic: 'retrieved', candidates: found.passages.length, kept: evidence.map(({ id }) => id) },
      });

      const searched = {
        query: search_query,
        source_types,
        min_evidence_level,
        ...whatWasSeen(found.passages),
      };
      const inOtherWords = found.corrections.map(({ from, to }) => ({ phrase: from, alternatives: [to] }));
      const writes = { evidence, query_terms, searched, expansions: [...expansions, ...inOtherWords] };
      // Nothing relevant is an answer, not a fault: the flow decides what it means.
      return evidence.length === 0
        ? { outcome: 'nothing-found' as const, writes }
        : { outcome: 'found' as const, writes };
    },
  });
}

/** Between which years what a search brought up was published, and what of it came nearest. */
function whatWasSeen(passages: readonly RankedPassage[]) {
  const years = passages.map(({ document }) => document.year);
  const near = passages.filter(({ scores }) => scores.relevance >= NEAR_FROM);
  return {
    nearest: [...new Set(near.map(({ document }) => document.title))].slice(0, NEAREST),
    ...(years.length > 0 ? { years: { from: Math.min(...years), to: Math.max(...years) } } : {}),
  };
}
