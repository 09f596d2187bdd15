import { z } from 'zod';
import type { Citation } from '../../../domain/answer.ts';
import { howNear, RankedPassage } from '../../../domain/passage.ts';
import { defineNode } from '../../../engine/define-node.ts';
import type { BackGate } from '../../../gates/back-gate.port.ts';
import { TurnState } from '../../shared/turn-state.ts';
import { FoundForPart, ResearchStep, researchStep, SubQuery } from '../sub-query.ts';

/** An answer as it was measured: the best one is returned, whichever round it came from. */
export const ScoredAnswer = z.object({
  draft: z.string(),
  evidence: z.array(RankedPassage),
  serves: z.array(z.array(z.number().int())),
  /** The back gate's, before the parts are counted. */
  confidence: z.number(),
  /** The parts of the question that a supported sentence speaks of. */
  covered: z.array(z.number().int()),
  /** The gate's confidence, times the share of the parts that are covered: what answers are compared by. */
  measured: z.number(),
});
export type ScoredAnswer = z.infer<typeof ScoredAnswer>;

/** Measures a draft by the back gate's own checks: how sure it may be, and which parts of the question it answers. */
export function scoreAnswer({ backGate }: { backGate: BackGate }) {
  return defineNode({
    step: 'score',
    reads: TurnState.pick({ question: true, language: true, draft: true, evidence: true }).extend({
      sub_queries: z.array(SubQuery),
      found: z.array(FoundForPart),
      serves: z.array(z.array(z.number().int())),
      best: ScoredAnswer.optional(),
      research_steps: z.array(ResearchStep),
    }),
    outcomes: ['scored'],

    async run({ question, language, draft, sub_queries, found, evidence, serves, ...rest }, context) {
      const { best, research_steps } = rest;
      const verdict = await backGate.check({ question, draft, evidence, language });
      const { citations, cited, confidence } = verdict;
      const covered = coveredParts({ sub_queries, found, citations, cited, evidence, serves });
      const measured = (confidence * covered.length) / sub_queries.length;
      const scored = { draft, evidence, serves, confidence, covered, measured };
      const step = researchStep(context, 'synthesize', { confidence });
      const writes = {
        scored,
        // The first of two alike: what was added told nothing more.
        best: best !== undefined && best.measured >= measured ? best : scored,
        research_steps: [...research_steps, step],
      };
      return { outcome: 'scored' as const, writes };
    },
  });
}

/** The parts of a question that an answer speaks of: by a sentence that holds, from a source found for the part. */
function coveredParts(answer: {
  sub_queries: readonly SubQuery[];
  found: readonly FoundForPart[];
  citations: readonly Citation[];
  /** What the citations number: `source_index` 1 is the first. */
  cited: readonly RankedPassage[];
  evidence: readonly RankedPassage[];
  serves: readonly (readonly number[])[];
}): number[] {
  const { sub_queries, found, citations, cited, evidence, serves } = answer;
  const holding = citations.filter(({ support }) => support !== 'unsupported');
  const ids = new Set(holding.map(({ source_index }) => cited[source_index - 1]?.id));
  return sub_queries.flatMap((_, part) => {
    const ofPart = found.filter(({ sub_query }) => sub_query === part).flatMap(({ passages }) => passages);
    const covers = evidence.some(({ id }, at) => {
      // Where our own ranker has read it for the part, it must answer it.
      const judged = ofPart.findLast((passage) => passage.id === id && passage.sentences !== undefined);
      return ids.has(id) && serves[at]?.includes(part) && (!judged || howNear([judged]) === 'answers');
    });
    return covers ? [part] : [];
  });
}
