import { z } from 'zod';
import { Language } from '../../../domain/language.ts';
import type { RankedPassage, TermWeight } from '../../../domain/passage.ts';
import { defineNode } from '../../../engine/define-node.ts';
import type { Reranker } from '../../../retrieval/reranker.port.ts';
import { rerankOrKeep } from '../../../retrieval/search/find-passages.ts';
import { forQuestion, foundTwice } from '../../shared/search-everything.ts';
import { degradedSearch } from '../../shared/search-notes.ts';
import { FoundForPart, ResearchStep, researchStep, ServingPassage } from '../sub-query.ts';

const TOP_K = 5;

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
      const { signal, emit } = context;
      const passages = pool.map(({ passage }) => passage);
      const asked = { query: search_query, language, terms: termsOf(found), passages, signal };
      const reranked = await rerankOrKeep(reranker, asked);
      if (reranked.degraded !== null) emit({ type: 'note', data: degradedSearch(reranked.degraded) });
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

/** The best of the order, and the best of every part's own search among them, so that no part goes unread. */
function selectPassages(ordered: readonly ServingPassage[], found: readonly FoundForPart[]) {
  const parts = [...new Set(found.map(({ sub_query }) => sub_query))].sort();
  const chosen = new Set(parts.flatMap((part) => bestOf(part, found)));
  for (const { passage } of ordered) {
    if (chosen.size >= TOP_K) break;
    chosen.add(passage.id);
  }
  return ordered.filter(({ passage }) => chosen.has(passage.id));
}

/** The first passage of the latest search for a part that found any. */
function bestOf(part: number, found: readonly FoundForPart[]): string[] {
  const latest = found.findLast(({ sub_query, passages }) => sub_query === part && passages.length > 0);
  return latest?.passages.slice(0, 1).map(({ id }) => id) ?? [];
}

/** Makes one pool of what the searches brought: each passage once, with its best score and the parts it serves. */
export function deduplicatePassages() {
  return defineNode({
    step: 'deduplicate',
    reads: z.object({ found: z.array(FoundForPart), research_steps: z.array(ResearchStep) }),
    outcomes: ['deduplicated'],

    run({ found, research_steps }, context) {
      const pool = onePool(found);
      const before = found.reduce((sum, { passages }) => sum + passages.length, 0);
      const step = researchStep(context, 'deduplicate', { before, after: pool.length });
      const writes = { pool, research_steps: [...research_steps, step] };
      return { outcome: 'deduplicated' as const, writes };
    },
  });
}

function onePool(found: readonly FoundForPart[]): ServingPassage[] {
  const byId = new Map<string, Map<number, RankedPassage>>();
  for (const { sub_query, passages } of found) {
    for (const passage of passages) {
      const ofPart = byId.get(passage.id) ?? new Map<number, RankedPassage>();
      const known = ofPart.get(sub_query);
      const isBetter = known === undefined || scoreOf(passage) > scoreOf(known);
      if (isBetter) byId.set(passage.id, ofPart.set(sub_query, forQuestion(passage, sub_query)));
    }
  }
  return [...byId.values()]
    .map((ofPart) => ({
      passage: [...ofPart.values()].sort((a, b) => scoreOf(b) - scoreOf(a)).reduce(foundTwice),
      serves: [...ofPart.keys()].sort(),
    }))
    .sort((a, b) => scoreOf(b.passage) - scoreOf(a.passage));
}

/** By the reranker where one took part: what the order of each search went by. */
function scoreOf({ scores }: RankedPassage): number {
  return scores.rerank ?? scores.final;
}
