import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { Message } from '../../domain/run-record.ts';
import { defineTask } from '../../llm/define-task.ts';
import { resolveFollowUp } from '../shared/resolve-follow-up.ts';
import { tellingWords } from '../shared/telling-words.ts';
import { Certainty } from './consult-words.ts';
import { createRetrievalQueryPrompt } from './create-retrieval-query.prompt.ts';

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
  prompt: createRetrievalQueryPrompt,
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 200,
  timeoutMs: 5_000,
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
