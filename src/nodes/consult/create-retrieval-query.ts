import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { Message } from '../../domain/run-record.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { withTold } from '../memory/apply-memories.ts';
import { askUnlessCertain } from '../shared/ask-unless-certain.ts';
import { MODEL_CALLS } from './consult-words.ts';
import { createRetrievalQueryTask } from './create-retrieval-query.task.ts';

/** Words the search: a follow-up with what it leans on, a search that found nothing in other words. */
export function createRetrievalQuery({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'word-query',
    reads: z.object({
      query: z.string(),
      retrieval_query: z.string().optional(),
      language: Language,
      history: z.array(Message),
      formatted_conversation_history: z.string(),
      context_summary: z.string(),
      create_retrieval_query_reason: z.string(),
      about_a_person: z.boolean(),
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
