import { z } from 'zod';
import { defineTask } from '../../llm/define-task.ts';
import { composeAnswerPrompt } from './compose-answer.prompt.ts';
import { ComposeInput } from './compose-input.ts';
import { quotePairs } from './quote-pairs.ts';

/** As the memory of an asker's wishes words it. */
const asksForShort = (wish: string) => /short|ngắn/iu.test(wish);

export const composeAnswerTask = defineTask({
  name: 'compose-answer',
  input: ComposeInput,
  output: z.string().min(1),
  prompt: composeAnswerPrompt,
  sensitive: ({ about_a_person }) => about_a_person,
  /** Answers when no model can: the best pair's answer as it is written, and what the next best add. */
  twin: ({ evidence, preferences }) => quotePairs(evidence, { isBrief: preferences.some(asksForShort) }),
});
