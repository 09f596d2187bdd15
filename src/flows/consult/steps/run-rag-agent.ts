import { z } from 'zod';
import { defineNode } from '../../../engine/define-node.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Gateway } from '../../../llm/gateway.port.ts';
import { withTold } from '../../memory/apply-memories.ts';
import { askUnlessCertain } from '../../shared/ask-unless-certain.ts';
import { resolveFollowUp } from '../../shared/resolve-follow-up.ts';
import { markQuarantined } from '../../shared/search-notes.ts';
import { TurnState } from '../../shared/turn-state.ts';
import { MAX_RETRIEVE_ATTEMPTS, MODEL_CALLS, RagState } from '../roles.ts';

const MAX_REASON = 300;

export const chooseNextActionTask = defineTask({
  name: 'choose-next-action',
  model: 'fast',
  input: z.object({
    question: z.string(),
    context_summary: z.string(),
    /** Whether the question can be understood only by what was said before. */
    leans: z.boolean(),
    rag_state: RagState,
    retrieve_attempts: z.number(),
    selected_questions: z.array(z.string()),
    about_a_person: z.boolean(),
  }),
  output: z.object({
    action: z.enum(['create_retrieval_query', 'retrieve_kb', 'compose_answer']),
    reason: z.string().max(MAX_REASON),
  }),
  prompt: (input, fence) => ({
    system: [
      'You are given a question and the questions of a knowledge base that were found for it.',
      'action: compose_answer when the answer to one of them would answer the question, or most of it; create_retrieval_query when they are about something else and the search should be worded differently.',
      'reason: one short sentence.',
    ].join('\n'),
    user: [
      ...(input.context_summary === '' ? [] : [fence('earlier conversation', input.context_summary)]),
      fence('found questions', input.selected_questions.map(markQuarantined).join('\n')),
      fence('question', input.question),
    ].join('\n\n'),
  }),
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 100,
  /** Answers when no model can: searches first, once more in other words where nothing was found, then writes. */
  twin: ({ leans, rag_state, retrieve_attempts, selected_questions }) => {
    if (rag_state === 'init') {
      return leans
        ? { action: 'create_retrieval_query' as const, reason: 'the question leans on what was said before' }
        : { action: 'retrieve_kb' as const, reason: 'the question can be searched for as it is' };
    }
    return selected_questions.length === 0 && retrieve_attempts < MAX_RETRIEVE_ATTEMPTS
      ? { action: 'create_retrieval_query' as const, reason: 'nothing was found for these words' }
      : { action: 'compose_answer' as const, reason: 'what can be found was found' };
  },
});

/** Pairs this near answer the question; between this and nothing a model may know better. */
const STRONG_FROM = 0.5;

/** Decides what comes next: another wording, a search, the answer, or that there is none. */
export function runRagAgent({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'plan',
    reads: TurnState.pick({ language: true, history: true, evidence: true, about_a_person: true }).extend({
      query: z.string(),
      retrieval_query: z.string().optional(),
      context_summary: z.string(),
      rag_state: RagState,
      retrieve_attempts: z.number(),
      selected_questions: z.array(z.string()),
      /** What the asker told of themselves that belongs to the question. */
      told: z.array(z.string()).default([]),
    }),
    outcomes: ['create_retrieval_query', 'retrieve_kb', 'compose_answer', 'nothing_found'],

    async run({ query, retrieval_query = query, history, evidence, ...state }, context) {
      const { rag_state, retrieve_attempts, selected_questions } = state;
      const leans = resolveFollowUp(query, history).rule !== null;
      const input = { ...state, question: retrieval_query, leans };
      const isWeak =
        rag_state === 'filtered' &&
        retrieve_attempts < MAX_RETRIEVE_ATTEMPTS &&
        evidence.length > 0 &&
        evidence.every(({ scores }) => scores.relevance < STRONG_FROM);
      const { output } = await askUnlessCertain(gateway, chooseNextActionTask, input, context, {
        certain: isWeak ? null : ruleFor(rag_state, selected_questions.length),
        maxCalls: MODEL_CALLS.beforeAnswer,
      });
      const { action, reason } = output;
      const again = retrieve_attempts + 1;
      const isLast = rag_state !== 'init' && retrieve_attempts >= MAX_RETRIEVE_ATTEMPTS;
      if (action === 'compose_answer' || isLast) {
        return selected_questions.length === 0
          ? { outcome: 'nothing_found' as const, writes: { route: 'nothing_found' } }
          : { outcome: 'compose_answer' as const, writes: { rag_state: 'composing' as const } };
      }
      // The same words would find the same: a second search is worded anew.
      if (action === 'create_retrieval_query' || rag_state !== 'init') {
        return {
          outcome: 'create_retrieval_query' as const,
          writes: { create_retrieval_query_reason: reason, retrieve_attempts: again },
        };
      }
      return {
        outcome: 'retrieve_kb' as const,
        writes: {
          retrieval_query: withTold(retrieval_query, state.told),
          original_query: query,
          retrieve_attempts: again,
        },
      };
    },
  });
}

/** Why no model is asked: what is to be done follows from what was done. */
function ruleFor(ragState: RagState, selected: number): string {
  if (ragState === 'init') return 'nothing-searched-yet';
  return selected === 0 ? 'nothing-found' : 'near-or-last';
}
