import { z } from 'zod';
import { defineTask } from '../../llm/define-task.ts';
import { MAX_SUBTASKS, Subtask } from './clinic-state.ts';
import { decomposeByRules } from './decompose-by-rules.ts';
import { decomposeIntentPrompt } from './decompose-intent.prompt.ts';

const DecomposeInput = z.object({
  question: z.string(),
  has_patient: z.boolean(),
  has_image: z.boolean(),
  /** Of the open chart. */
  medications: z.array(z.string()),
});
export type DecomposeInput = z.infer<typeof DecomposeInput>;

export const decomposeIntentTask = defineTask({
  name: 'decompose-intent',
  model: 'fast',
  input: DecomposeInput,
  output: z.object({ subtasks: z.array(Subtask).min(1).max(MAX_SUBTASKS) }),
  prompt: decomposeIntentPrompt,
  maxOutputTokens: 400,
  timeoutMs: 10_000,
  /** Answers when no model can: by the parts of the request and the cues in each. */
  twin: (input) => ({ subtasks: decomposeByRules(input) }),
});
