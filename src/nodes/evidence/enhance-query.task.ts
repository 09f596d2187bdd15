import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { Expansion } from '../../domain/passage.ts';
import { defineTask } from '../../llm/define-task.ts';
import { expandQuery } from '../../retrieval/analysis/medical-terms.ts';
import { enhanceQueryPrompt } from './enhance-query.prompt.ts';

const MAX_EXPANSIONS = 20;

export const enhanceQueryTask = defineTask({
  name: 'enhance-query',
  model: 'fast',
  input: z.object({ question: z.string(), language: Language, about_a_person: z.boolean() }),
  output: z.object({
    query: z.string().min(1).max(2_000),
    expansions: z.array(Expansion).max(MAX_EXPANSIONS),
  }),
  prompt: enhanceQueryPrompt,
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 300,
  // The table's words do nearly as well; nobody should wait long for better ones.
  timeoutMs: 5_000,
  /** Answers when no model can: the question as it is, with abbreviations and synonyms by table. */
  twin: ({ question, language }) => ({ query: question, expansions: expandQuery(question, language) }),
});
