import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { defineTask } from '../../llm/define-task.ts';
import { MAX_REASONING_TOOLS } from './clinic-state.ts';
import { extractToolNeedsPrompt } from './extract-tool-needs.prompt.ts';
import { needsByRules } from './needs-by-rules.ts';
import { ReadTool } from './read-tool.ts';

const NeedsInput = z.object({
  language: Language,
  question: z.string(),
  thinking: z.string(),
  medications: z.array(z.string()),
  conditions: z.array(z.string()),
});
export type NeedsInput = z.infer<typeof NeedsInput>;

export const extractToolNeedsTask = defineTask({
  name: 'extract-tool-needs',
  model: 'fast',
  input: NeedsInput,
  output: z.object({
    calls: z.array(z.object({ tool: ReadTool, query: z.string().max(1_000) })).max(MAX_REASONING_TOOLS),
  }),
  prompt: extractToolNeedsPrompt,
  maxOutputTokens: 250,
  timeoutMs: 8_000,
  /** Answers when no model can: by the drugs of the question and what is asked of them. */
  twin: (input) => ({ calls: needsByRules(input) }),
});
