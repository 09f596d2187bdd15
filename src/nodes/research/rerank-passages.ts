import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import type { TermWeight } from '../../domain/passage.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Reranker } from '../../retrieval/reranker.port.ts';
import { rerankOrKeep } from '../../retrieval/search/rerank-or-keep.ts';
import { FoundForPart, ServingPassage } from './found-passages.ts';
import { ResearchStep, researchStep } from './research-step.ts';
import { selectPassages } from './select-passages.ts';

/** Orders the pool by the whole question and takes the best, with something for every part that has anything. */
export function rerankPassages({ reranker }: { reranker: Reranker }) {
  return defineNode({
    step: 'rerank',
    reads: z.object({
      search_query: z.string(),
      language: Language,
      found: z.array(FoundForPart),
      pool: z.array(ServingPassage),
      research_steps: z.array(ResearchStep),
    }),
    outcomes: ['reranked'],

    async run({ search_query, language, found, pool, research_steps }, context) {
      const passages = pool.map(({ passage }) => passage);
      const terms = termsOf(found);
      const reranked = await rerankOrKeep(reranker, {
        query: search_query,
        language,
        terms,
        passages,
        signal: context.signal,
      });
      if (reranked.degraded !== null) {
        const data = {
          topic: 'task-degraded',
          task: 'search',
          reason: 'search-degraded',
          detail: reranked.degraded,
        };
        context.emit({ type: 'note', data });
      }
      // What a part's own search said of a passage stays: confidence is measured by it.
      const ordered = reranked.passages.flatMap(
        ({ id }) => pool.find(({ passage }) => passage.id === id) ?? [],
      );
      const selected = selectPassages(ordered, found);
      const step = researchStep(context, 'rerank', { chunks: selected.length });
      const writes = {
        evidence: selected.map(({ passage }) => passage),
        serves: selected.map(({ serves }) => serves),
        research_steps: [...research_steps, step],
      };
      return { outcome: 'reranked' as const, writes };
    },
  });
}

function termsOf(found: readonly FoundForPart[]): TermWeight[] {
  const weights = new Map<string, number>();
  for (const { term, weight } of found.flatMap(({ terms }) => terms))
    weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  return [...weights].map(([term, weight]) => ({ term, weight }));
}
