import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { defineTask } from '../../llm/define-task.ts';
import { readNumberedList } from './read-numbered-list.ts';
import { refineQueriesPrompt } from './refine-queries.prompt.ts';
import { relaxQuery } from './relax-query.ts';
import { SubQuery } from './sub-query.ts';

export const refineQueriesTask = defineTask({
  name: 'refine-queries',
  model: 'fast',
  input: z.object({
    question: z.string(),
    language: Language,
    missing: z.array(SubQuery),
    /** How often they were refined before. */
    round: z.number().int(),
    about_a_person: z.boolean(),
  }),
  output: z.object({ queries: z.array(z.string().trim().min(1).max(500)).min(1).max(10) }),
  prompt: refineQueriesPrompt,
  readText: (text) => ({ queries: readNumberedList(text) }),
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 300,
  timeoutMs: 5_000,
  /** Answers when no model can: the same in the words of the tables, then in fewer words. */
  twin: ({ missing, language, round }) => ({
    queries: missing.map(({ search }) => relaxQuery(search, language, round)),
  }),
});
