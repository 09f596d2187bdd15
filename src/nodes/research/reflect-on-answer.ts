import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import type { RunContext } from '../../domain/run-context.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { expandQuery } from '../../retrieval/analysis/medical-terms.ts';
import { withinCalls } from '../shared/within-calls.ts';
import { CALLS } from './calls.ts';
import { nameOf } from './classify-question.ts';
import { nameGaps } from './name-gaps.ts';
import { QuestionType } from './question-type.ts';
import { refineQueriesTask } from './refine-queries.task.ts';
import { ResearchStep, researchStep } from './research-step.ts';
import { ScoredAnswer } from './score-answer.ts';
import { SubQuery } from './sub-query.ts';

export const MAX_ROUNDS = 3;

const ReflectReads = z.object({
  search_query: z.string(),
  question_type: QuestionType,
  language: Language,
  about_a_person: z.boolean(),
  sub_queries: z.array(SubQuery),
  round: z.number().int(),
  gained: z.boolean(),
  scored: ScoredAnswer.optional(),
  best: ScoredAnswer.optional(),
  research_steps: z.array(ResearchStep),
});
type ReflectReads = z.output<typeof ReflectReads>;

/**
 * Looks at which parts of the question no supported sentence speaks of, and has those searched for in other words. What is
 * returned in the end is the best answer that was measured, and it says which parts were not found.
 */
export function reflectOnAnswer({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'reflect',
    reads: ReflectReads,
    outcomes: ['sufficient', 'refine', 'stop', 'unverified', 'nothing-found'],

    async run(state, context) {
      const { sub_queries, round, scored, best, research_steps } = state;
      const told = (outcome: Readonly<Record<string, unknown>>) => [
        ...research_steps,
        researchStep(context, 'reflect', outcome),
      ];
      try {
        const missing = missingOf(state);
        if (missing.length === 0) {
          // Not the surest one, where that leaves a part out.
          const writes = { ...answerOf(scored), research_steps: told({ sufficient: true }) };
          return { outcome: 'sufficient' as const, writes };
        }
        const research = { research_steps: told({ sufficient: false }) };
        const isOver = round >= MAX_ROUNDS || (round > 0 && !state.gained);
        const refined = isOver ? [] : await refine(state, missing, context);
        if (refined.length > 0) {
          const next = new Map(refined.map((part) => [part.at, part.subQuery]));
          const writes = {
            sub_queries: sub_queries.map((part, at) => next.get(at) ?? part),
            to_search: [...next.keys()],
            round: round + 1,
            ...research,
          };
          return { outcome: 'refine' as const, writes };
        }
        if (best === undefined || best.draft === '')
          return { outcome: 'nothing-found' as const, writes: research };
        const closing = nameGaps(state, best.covered);
        const is_partial = closing !== '';
        return { outcome: 'stop' as const, writes: { ...answerOf(best), closing, is_partial, ...research } };
      } catch (error) {
        context.signal.throwIfAborted();
        context.emit({ type: 'note', data: { topic: 'unverified', reason: nameOf(error) } });
        const writes = { unverified: true, research_steps: told({ sufficient: false, unverified: true }) };
        return best === undefined || best.draft === ''
          ? { outcome: 'nothing-found' as const, writes }
          : { outcome: 'unverified' as const, writes: { ...answerOf(best), ...writes } };
      }
    },
  });

  async function refine(state: ReflectReads, missing: readonly number[], context: RunContext) {
    const { search_query: question, language, about_a_person, round, sub_queries } = state;
    const parts = missing.flatMap((at) => (sub_queries[at] ? [{ at, part: sub_queries[at] }] : []));
    const input = { question, language, about_a_person, round, missing: parts.map(({ part }) => part) };
    const calls = CALLS.reflect(state.question_type, round);
    const { queries } =
      calls === 0
        ? refineQueriesTask.twin(input)
        : (await gateway.run(refineQueriesTask, input, withinCalls(context, calls))).output;
    return parts.flatMap(({ at, part }, i) => {
      const search = queries[i] ?? part.search;
      const year_to = widened(part);
      if (search === part.search && year_to === part.year_to) return [];
      const expansions = [...part.expansions, ...expandQuery(search, language)];
      return [{ at, subQuery: { ...part, search, expansions, year_to } }];
    });
  }
}

function missingOf({ sub_queries, scored }: ReflectReads): number[] {
  return sub_queries.flatMap((_, at) => (scored?.covered.includes(at) ? [] : [at]));
}

/** What was published later still tells what came after; what came before it does not. */
function widened({ year_from, year_to }: SubQuery): number | null {
  return year_from === null ? year_to : null;
}

function answerOf(best: ScoredAnswer | undefined) {
  return best ? { draft: best.draft, evidence: best.evidence, serves: best.serves } : {};
}
