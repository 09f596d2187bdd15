import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { defineTask } from '../../llm/define-task.ts';
import { classifyQuestionPrompt } from './classify-question.prompt.ts';
import { QuestionType } from './question-type.ts';
import { typeFromCues } from './type-from-cues.ts';

export const classifyQuestionTask = defineTask({
  name: 'classify-question',
  model: 'fast',
  input: z.object({ question: z.string(), language: Language, about_a_person: z.boolean() }),
  output: z.object({ type: QuestionType }),
  prompt: classifyQuestionPrompt,
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 50,
  timeoutMs: 5_000,
  /** Answers when no model can: surface cues of comparison, sequence and time. */
  twin: ({ question, language }) => ({ type: typeFromCues(question, language).type }),
});
