import { z } from 'zod';
import { RankedPassage } from '../../../domain/passage.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Gateway } from '../../../llm/gateway.port.ts';
import { askUnlessCertain } from '../../shared/ask-unless-certain.ts';
import { markQuarantined } from '../../shared/search-notes.ts';
import { Candidate, MODEL_CALLS } from '../roles.ts';

/** As many as are ever selected. */
const MAX_SELECTED = 10;
/** A pair this far behind the best one answers another question. */
const MIN_SHARE_OF_BEST = 0.6;

export const filterCandidatesTask = defineTask({
  name: 'filter-candidates',
  model: 'fast',
  input: z.object({
    question: z.string(),
    /** Best first. */
    candidates: z.array(Candidate),
    about_a_person: z.boolean(),
  }),
  /** Numbers of the list, from 1. */
  output: z.object({ selected: z.array(z.number().int()).max(100) }),
  prompt(input, fence) {
    const list = input.candidates.map(({ CAUHOI }, i) => `${i + 1}. ${markQuarantined(CAUHOI)}`).join('\n');
    return {
      system: [
        'Which of the numbered questions of a knowledge base would help to answer the asked question?',
        'selected: their numbers, the most helpful first, at most ten. Leave out what is about something else.',
      ].join('\n'),
      user: [fence('knowledge base questions', list), fence('asked question', input.question)].join('\n\n'),
    };
  },
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 100,
  /** Answers when no model can: those nearly as near as the nearest. */
  twin: ({ candidates }) => {
    const best = Math.max(0, ...candidates.map(({ score }) => score));
    const numbered = candidates.map(({ score }, i) => ({ score, number: i + 1 }));
    const near = numbered.filter(({ score }) => score >= best * MIN_SHARE_OF_BEST);
    return { selected: near.slice(0, MAX_SELECTED).map(({ number }) => number) };
  },
});

/** So few are all kept without asking anyone. */
const KEPT_UNASKED = 3;

/** Selects, of the pairs that were found, those that help to answer. */
export function filterCandidates({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'filter',
    reads: z.object({
      retrieval_query: z.string(),
      retrieved_candidates: z.array(Candidate),
      found: z.array(RankedPassage),
      retrieve_attempts: z.number(),
      about_a_person: z.boolean(),
    }),
    outcomes: ['filtered'],

    async run({ retrieval_query, retrieved_candidates, found, retrieve_attempts, about_a_person }, context) {
      const candidates = retrieved_candidates;
      const select = async () => {
        const input = { question: retrieval_query, candidates, about_a_person };
        const { output } = await askUnlessCertain(gateway, filterCandidatesTask, input, context, {
          certain: retrieve_attempts > 1 ? 'asked-before' : null,
          maxCalls: MODEL_CALLS.beforeAnswer,
        });
        const numbers = inList(output.selected, candidates.length);
        if (numbers.length > 0) return numbers;
        // A list without a single good number says nothing of pairs that were found by their words.
        const { name: task } = filterCandidatesTask;
        context.emit({ type: 'note', data: { topic: 'selection-unusable', task } });
        return filterCandidatesTask.twin(input).selected;
      };
      const numbers = candidates.length <= KEPT_UNASKED ? candidates.map((_, i) => i + 1) : await select();
      const selected = numbers.flatMap((number) => candidates[number - 1] ?? []);
      const byId = new Map(found.map((passage) => [passage.document_id, passage]));
      return {
        outcome: 'filtered' as const,
        writes: {
          selected_ids: selected.map(({ id }) => id),
          selected_questions: selected.map(({ CAUHOI }) => CAUHOI),
          evidence: selected.flatMap(({ id }) => byId.get(id) ?? []),
          rag_state: 'filtered' as const,
        },
      };
    },
  });
}

/** The numbers that stand on the list, each once, as many as may be selected. */
function inList(numbers: readonly number[], length: number): number[] {
  return [...new Set(numbers)].filter((number) => number >= 1 && number <= length).slice(0, MAX_SELECTED);
}
