import { z } from 'zod';
import { defineTask } from '../../llm/define-task.ts';
import { TriageDecision } from './triage-decision.ts';
import { triageRequestPrompt } from './triage-request.prompt.ts';
import { triageByRules } from './triage-rules.ts';

const TriageTaskInput = z.object({ question: z.string(), has_patient: z.boolean(), has_image: z.boolean() });
export type TriageTaskInput = z.infer<typeof TriageTaskInput>;

export const triageRequestTask = defineTask({
  name: 'triage-request',
  model: 'fast',
  input: TriageTaskInput,
  output: TriageDecision,
  prompt: triageRequestPrompt,
  maxOutputTokens: 150,
  timeoutMs: 8_000,
  /** Answers when no model can: by intent cues, and the drugs and the patient that the request names. */
  twin: triageByRules,
});
