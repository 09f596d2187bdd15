import type { Fence, Prompt } from '../../../../llm/gateway.port.ts';
import { markQuarantined } from '../../../shared/mark-quarantined.ts';
import type { PlanInput } from './plan-calculation.task.ts';

/** The model chooses figures and operations; it never sees a result and never gives one. */
export function planCalculationPrompt({ question, figures, statements }: PlanInput, fence: Fence): Prompt {
  return {
    system: [
      'You lay out a calculation; you do not carry it out.',
      'expression: figures by their names (n1, n2 …), + - * / and brackets. A figure in % counts as a fraction. The only plain numbers allowed are those of the calendar: 1, 3, 4, 7, 12, 24, 60, 100 and 365.',
      'unit: the unit of the result: VND, %, day, hour, minute, month, GB, km, point or empty.',
      'compare_with: the name of the figure that the result is to be held against, or null.',
      'If the figures do not suffice, give an empty expression.',
    ].join('\n'),
    user: [
      ...statements.map((text) => fence('statement', markQuarantined(text))),
      ...figures.map(({ id, value, unit, sentence }) =>
        fence(`figure ${id}`, `${value} ${unit} in: ${sentence}`),
      ),
      fence('question', question),
    ].join('\n\n'),
  };
}
