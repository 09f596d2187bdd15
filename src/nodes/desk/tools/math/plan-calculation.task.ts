import { z } from 'zod';
import { Language } from '../../../../domain/language.ts';
import { defineTask } from '../../../../llm/define-task.ts';
import { CalculationPlan, Figure } from './figure.ts';
import { planByRules } from './plan-by-rules.ts';
import { planCalculationPrompt } from './plan-calculation.prompt.ts';

const PlanInput = z.object({
  question: z.string(),
  language: Language,
  figures: z.array(Figure),
  /** Sentences of the same passages, those without a number too: they say how one thing follows from another. */
  statements: z.array(z.string()),
  about_a_person: z.boolean(),
});
export type PlanInput = z.infer<typeof PlanInput>;

export const planCalculationTask = defineTask({
  name: 'plan-calculation',
  input: PlanInput,
  output: CalculationPlan,
  prompt: planCalculationPrompt,
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 200,
  timeoutMs: 15_000,
  /** Answers when no model can: by what the documents say follows from what, and by what is counted in the question. */
  twin: planByRules,
});
