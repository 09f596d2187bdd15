import { z } from 'zod';
import { defineTask } from '../../llm/define-task.ts';
import { AnswerInput } from './answer-input.ts';
import { generateAnswerPrompt } from './generate-answer.prompt.ts';
import { selectSentences } from './select-sentences.ts';

export const generateAnswerTask = defineTask({
  name: 'generate-answer',
  input: AnswerInput,
  output: z.string().min(1),
  prompt: generateAnswerPrompt,
  sensitive: ({ about_a_person }) => about_a_person,
  /** Answers when no model can: the evidence's own sentences, chosen and ordered. */
  twin: selectSentences,
});
