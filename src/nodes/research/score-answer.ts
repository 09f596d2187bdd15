import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { RankedPassage } from '../../domain/passage.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { BackGate } from '../../guardrails/back-gate.port.ts';
import { coveredParts } from './covered-parts.ts';
import { QuestionType } from './question-type.ts';
import { ResearchStep, researchStep } from './research-step.ts';
import { SubQuery } from './sub-query.ts';

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
    reads: z.object({
      question: z.string(),
      question_type: QuestionType,
      language: Language,
      draft: z.string(),
      sub_queries: z.array(SubQuery),
      evidence: z.array(RankedPassage),
      serves: z.array(z.array(z.number().int())),
      best: ScoredAnswer.optional(),
      research_steps: z.array(ResearchStep),
    }),
    outcomes: ['scored'],

    run({ question, question_type: type, language, draft, sub_queries, evidence, serves, ...rest }, context) {
      const { best, research_steps } = rest;
      const verdict = backGate.check({ question, draft, evidence, language });
      const { citations, cited, confidence } = verdict;
      const covered = coveredParts({ type, sub_queries, citations, cited, evidence, serves, language });
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
