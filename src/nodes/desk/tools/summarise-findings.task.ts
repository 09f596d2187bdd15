import { z } from 'zod';
import { Language } from '../../../domain/language.ts';
import { defineTask } from '../../../llm/define-task.ts';
import { summariseFindingsPrompt } from './summarise-findings.prompt.ts';

const MAX_STATEMENTS = 4;

const SummaryInput = z.object({
  query: z.string(),
  language: Language,
  /** Best first. */
  statements: z.array(z.string()),
  about_a_person: z.boolean(),
});
export type SummaryInput = z.infer<typeof SummaryInput>;

export const summariseFindingsTask = defineTask({
  name: 'summarise-findings',
  input: SummaryInput,
  output: z.object({ summary: z.string().max(2_000) }),
  prompt: summariseFindingsPrompt,
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 400,
  timeoutMs: 20_000,
  /** Answers when no model can: the best statements in their own words. */
  twin: ({ statements }) => ({ summary: statements.slice(0, MAX_STATEMENTS).join(' ') }),
});
