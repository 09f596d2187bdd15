import { z } from 'zod';
import { Language } from '../../../domain/language.ts';
import { Message } from '../../../domain/run-record.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Gateway } from '../../../llm/gateway.port.ts';
import { withTold } from '../../memory/apply-memories.ts';
import { askUnlessCertain } from '../../shared/ask-unless-certain.ts';
import { resolveFollowUp, tellingWords } from '../../shared/resolve-follow-up.ts';
import { TurnState } from '../../shared/turn-state.ts';
import { Certainty, MODEL_CALLS } from '../roles.ts';

const MAX_QUERY = 1_000;
const MAX_REASON = 300;

export const createRetrievalQueryTask = defineTask({
  name: 'create-retrieval-query',
  model: 'fast',
  input: z.object({
    query: z.string(),
    language: Language,
    /** The wording of a search that found nothing fitting; null before the first. */
    tried: z.string().nullable(),
    history: z.array(Message),
    formatted_conversation_history: z.string(),
    context_summary: z.string(),
    reason: z.string(),
    about_a_person: z.boolean(),
  }),
  output: z.object({
    retrieval_query: z.string().min(1).max(MAX_QUERY),
    confidence: Certainty,
    reason: z.string().max(MAX_REASON),
  }),
  prompt: (input, fence) => ({
    system: [
      'You word a search in a medical knowledge base of questions and answers.',
      'retrieval_query: the message as one question that can be understood without the conversation, in the language of the message. Name the drug, disease or person that "it" or "they" stands for. Nothing that was not asked.',
      ...(input.tried === null
        ? []
        : ['The wording tried before, or the message itself, found nothing fitting: use other words.']),
      'confidence: high, medium or low.',
      'reason: one short sentence.',
    ].join('\n'),
    user: [
      ...(input.formatted_conversation_history === ''
        ? []
        : [fence('earlier conversation', input.formatted_conversation_history)]),
      ...(input.context_summary === '' ? [] : [fence('summary of it', input.context_summary)]),
      ...(input.tried === null || input.tried === input.query
        ? []
        : [fence('wording tried before', input.tried)]),
      fence('message', input.query),
    ].join('\n\n'),
  }),
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 200,
  /** Answers when no model can: the question with what it leans on; a second time only the words that tell something. */
  twin: ({ query, language, tried, history }) => {
    const { question, rule } = resolveFollowUp(query, history);
    const whole = question.slice(0, MAX_QUERY);
    if (tried === null) {
      return rule === null
        ? { retrieval_query: whole, confidence: 'high' as const, reason: 'the question stands by itself' }
        : { retrieval_query: whole, confidence: 'medium' as const, reason: `the question leans: ${rule}` };
    }
    const telling = tellingWords(whole, language).join(' ');
    return {
      retrieval_query: telling || whole,
      confidence: 'low' as const,
      reason: 'only the words that tell something',
    };
  },
});

/** Words the search: a follow-up with what it leans on, a search that found nothing in other words. */
export function createRetrievalQuery({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'word-query',
    reads: TurnState.pick({ language: true, history: true, about_a_person: true }).extend({
      query: z.string(),
      retrieval_query: z.string().optional(),
      formatted_conversation_history: z.string(),
      context_summary: z.string(),
      create_retrieval_query_reason: z.string(),
      told: z.array(z.string()).default([]),
    }),
    outcomes: ['created'],

    async run({ retrieval_query: tried = null, create_retrieval_query_reason, told, ...state }, context) {
      const input = { ...state, tried, reason: create_retrieval_query_reason };
      const { output } = await askUnlessCertain(gateway, createRetrievalQueryTask, input, context, {
        certain: null,
        maxCalls: MODEL_CALLS.beforeAnswer,
      });
      const writes = {
        original_query: state.query,
        retrieval_query: withTold(output.retrieval_query, told),
        retrieval_query_confidence: output.confidence,
        retrieval_query_reason: output.reason,
        rag_state: 'create_retrieval_query' as const,
        // The topic of other words is not the topic of these.
        demuc: null,
        chu_de_con: null,
      };
      return { outcome: 'created' as const, writes };
    },
  });
}
