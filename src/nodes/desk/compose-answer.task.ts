import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { defineTask } from '../../llm/define-task.ts';
import { composeAnswerPrompt } from './compose-answer.prompt.ts';

/** A statement without a stop stands on a line of its own, or it would run into what follows. */
const ENDS = /[.!?…]["'”’)\]]*$/u;

const ComposeInput = z.object({
  question: z.string(),
  language: Language,
  /** In the order they are to be said, each with its source's number. */
  statements: z.array(z.object({ text: z.string(), source: z.number().int().positive() })),
  about_a_person: z.boolean(),
});
export type ComposeInput = z.infer<typeof ComposeInput>;

export const composeAnswerTask = defineTask({
  name: 'compose-answer',
  input: ComposeInput,
  output: z.string().min(1),
  prompt: composeAnswerPrompt,
  sensitive: ({ about_a_person }) => about_a_person,
  /** Answers when no model can: the statements themselves. */
  twin: ({ statements }) =>
    statements
      .map(({ text, source }) => `${text} [${source}]${ENDS.test(text) ? ' ' : '\n'}`)
      .join('')
      .trim(),
});
