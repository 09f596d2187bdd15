import { z } from 'zod';
import { defineTask } from '../../llm/define-task.ts';
import { composeFromSources } from './compose-from-sources.ts';
import { SynthesisInput } from './synthesis-input.ts';
import { synthesizeAnswerPrompt } from './synthesize-answer.prompt.ts';

export const synthesizeAnswerTask = defineTask({
  name: 'synthesize-answer',
  input: SynthesisInput,
  output: z.string().min(1),
  prompt: synthesizeAnswerPrompt,
  sensitive: ({ about_a_person }) => about_a_person,
  /** Answers when no model can: the sources' own sentences, side by side, step by step or before and after. */
  twin: composeFromSources,
});
