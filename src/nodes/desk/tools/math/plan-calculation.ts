import { z } from 'zod';
import { Language } from '../../../../domain/language.ts';
import { defineTask } from '../../../../llm/define-task.ts';
import type { Fence, Prompt } from '../../../../llm/gateway.port.ts';
import { markQuarantined } from '../../../shared/mark-quarantined.ts';
import { measuresUnit } from './measures-unit.ts';
import { planByRules } from './plan-by-rules.ts';
import { Figure, isSameFigure } from './read-figures.ts';

const PlanInput = z.object({
  question: z.string(),
  language: Language,
  figures: z.array(Figure),
  /** Sentences of the same passages, those without a number too: they say how one thing follows from another. */
  statements: z.array(z.object({ text: z.string(), document_id: z.string() })),
  about_a_person: z.boolean(),
});
export type PlanInput = z.infer<typeof PlanInput>;

/** What is to be calculated: figures by name and the four operations; of other numbers only those of the calendar. */
const CalculationPlan = z.object({
  /** Empty where nothing can be calculated. */
  expression: z.string().max(300),
  unit: z.string().max(20),
  /** The figure that the result is to be held against. */
  compare_with: z.string().nullable(),
});
export type CalculationPlan = z.infer<typeof CalculationPlan>;

export const planCalculationTask = defineTask({
  name: 'plan-calculation',
  input: PlanInput,
  output: CalculationPlan,
  prompt: planCalculationPrompt,
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 200,
  timeoutMs: 15_000,
  /** Answers when no model can: a document's formula, a count at a rate, or the difference of two named figures. */
  twin(input) {
    const { plan } = planByRules(input);
    return plan && isSoundPlan(plan, input) ? plan : { expression: '', unit: '', compare_with: null };
  },
});

/** The model chooses figures and operations; it never sees a result and never gives one. */
function planCalculationPrompt({ question, figures, statements }: PlanInput, fence: Fence): Prompt {
  return {
    system: [
      'You lay out a calculation; you do not carry it out.',
      'expression: figures by their names (n1, n2 …), + - * / and brackets. A figure in % counts as a fraction. The only plain numbers allowed are those of the calendar: 1, 3, 4, 7, 12, 24, 60, 100 and 365.',
      'unit: the unit of the result: VND, %, day, hour, minute, month, GB, km, point or empty.',
      'compare_with: the name of the figure that the result is to be held against, or null.',
      'If the figures do not suffice, give an empty expression.',
    ].join('\n'),
    user: [
      ...statements.map(({ text }) => fence('statement', markQuarantined(text))),
      ...figures.map(({ id, value, unit, sentence }) =>
        fence(`figure ${id}`, `${value} ${unit} in: ${sentence}`),
      ),
      fence('question', question),
    ].join('\n\n'),
  };
}

/** Whether a plan measures what it says and takes account of every number that the asker gave. */
export function isSoundPlan(
  { expression, unit }: CalculationPlan,
  { question, figures }: PlanInput,
): boolean {
  const named = new Set(expression.match(/n\d+/gu));
  const used = figures.filter(({ id }) => named.has(id));
  const sentences = new Set(used.map(({ sentence }) => sentence));
  // A number that a rule in use states too is a condition of that rule: the 24 hours of a duty.
  const known = figures.filter(({ id, passage_id, sentence }) =>
    passage_id === null ? named.has(id) : sentences.has(sentence),
  );
  const isOpen = figures.some(
    (figure) => figure.passage_id === null && !known.some((one) => isSameFigure(one, figure)),
  );
  return !isOpen && measuresUnit(expression, unit, used, question);
}
