import { z } from 'zod';
import { defineTask } from '../../llm/define-task.ts';
import { fixArgumentsPrompt } from './fix-arguments.prompt.ts';
import { ToolName } from './triage-decision.ts';

const FixInput = z.object({
  tool: ToolName,
  query: z.string(),
  problem: z.string(),
  request: z.string(),
});
export type FixInput = z.infer<typeof FixInput>;

export const fixArgumentsTask = defineTask({
  name: 'fix-arguments',
  model: 'fast',
  input: FixInput,
  output: z.object({ query: z.string().min(1).max(1_000) }),
  prompt: fixArgumentsPrompt,
  maxOutputTokens: 150,
  timeoutMs: 8_000,
  /** Answers when no model can: reads the whole request in place of a part of it. */
  twin: ({ query, request }) => ({ query: query.includes(request) ? query : `${query} ${request}`.trim() }),
});
