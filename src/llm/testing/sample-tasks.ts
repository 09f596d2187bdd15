import { z } from 'zod';
import { defineTask } from '../define-task.ts';

const prompt = ({ question }: { question: string }, fence: (label: string, text: string) => string) => ({
  system: 'You sort medical questions.',
  user: `Sort this question.\n${fence('question', question)}`,
});
const Question = z.object({ question: z.string() });

export const TWIN_KIND = { kind: 'other' as const, terms: ['twin'] };
export const TWIN_TEXT = 'The twin answered.';

/** A structured task, free to be cached. */
export const sortQuestion = defineTask({
  name: 'sort-question',
  input: Question,
  output: z.object({ kind: z.enum(['drug', 'disease', 'other']), terms: z.array(z.string()) }),
  prompt,
  twin: () => TWIN_KIND,
  sensitive: () => false,
});

/** A free-text task, sensitive as tasks are by default. */
export const answerFreely = defineTask({
  name: 'answer-freely',
  input: Question,
  output: z.string(),
  prompt,
  twin: () => TWIN_TEXT,
});

export const GOOD_KIND = { kind: 'drug', terms: ['metformin'] };
export const GOOD_JSON = JSON.stringify(GOOD_KIND);
export const GOOD_TEXT = 'Metformin may cause nausea and, rarely, lactic acidosis.';
export const INPUT = { question: 'What are the side effects of metformin?' };
