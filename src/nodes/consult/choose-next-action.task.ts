import { z } from 'zod';
import { defineTask } from '../../llm/define-task.ts';
import { chooseNextActionPrompt } from './choose-next-action.prompt.ts';
import { MAX_RETRIEVE_ATTEMPTS, RagState } from './consult-words.ts';

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
  prompt: chooseNextActionPrompt,
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 100,
  timeoutMs: 5_000,
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
