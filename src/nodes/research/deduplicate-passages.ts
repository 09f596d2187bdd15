import { z } from 'zod';
import type { RankedPassage } from '../../domain/passage.ts';
import { defineNode } from '../../engine/define-node.ts';
import { FoundForPart, type ServingPassage } from './found-passages.ts';
import { ResearchStep, researchStep } from './research-step.ts';

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
  const byId = new Map<string, ServingPassage>();
  for (const { sub_query, passages } of found) {
    for (const passage of passages) {
      const known = byId.get(passage.id);
      const best = known && scoreOf(known.passage) >= scoreOf(passage) ? known.passage : passage;
      const serves = [...new Set([...(known?.serves ?? []), sub_query])].sort();
      byId.set(passage.id, { passage: best, serves });
    }
  }
  return [...byId.values()].sort((a, b) => scoreOf(b.passage) - scoreOf(a.passage));
}

/** By the reranker where one took part: what the order of each search went by. */
export function scoreOf({ scores }: RankedPassage): number {
  return scores.rerank ?? scores.final;
}
