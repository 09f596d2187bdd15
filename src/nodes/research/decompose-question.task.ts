import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { defineTask } from '../../llm/define-task.ts';
import { decomposeQuestionPrompt } from './decompose-question.prompt.ts';
import { QuestionType } from './question-type.ts';
import { readNumberedList } from './read-numbered-list.ts';
import { splitQuestion } from './split-question.ts';

export const decomposeQuestionTask = defineTask({
  name: 'decompose-question',
  model: 'fast',
  input: z.object({
    question: z.string(),
    language: Language,
    type: QuestionType,
    about_a_person: z.boolean(),
    /** The year it is asked in: what "recently" is counted from. */
    year: z.number().int(),
  }),
  output: z.object({ sub_queries: z.array(z.string().trim().min(1).max(500)).min(1).max(20) }),
  prompt: decomposeQuestionPrompt,
  readText: (text) => ({ sub_queries: readNumberedList(text) }),
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 300,
  timeoutMs: 5_000,
  /** Answers when no model can: by the words that join what is compared, follow each other or tell the time. */
  twin: (input) => ({ sub_queries: splitQuestion(input) }),
});
