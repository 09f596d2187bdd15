import { z } from 'zod';

/** A number that a calculation may use, with the words it stands in and where it was read. */
export const Figure = z.object({
  /** How an expression names it. */
  id: z.string().regex(/^n\d+$/u),
  /** As measured in `unit`; of a time of day the minutes since midnight. */
  value: z.number(),
  unit: z.string(),
  text: z.string(),
  sentence: z.string(),
  /** Null where the asker gave it. */
  passage_id: z.string().nullable(),
  /** Where it stands in the passage, or in the question. */
  start: z.number().int(),
  end: z.number().int(),
});
export type Figure = z.infer<typeof Figure>;

/** What is to be calculated: figures by name and the four operations; of other numbers only those of the calendar. */
export const CalculationPlan = z.object({
  /** Empty where nothing can be calculated. */
  expression: z.string().max(300),
  unit: z.string().max(20),
  /** The figure that the result is to be held against. */
  compare_with: z.string().nullable(),
});
export type CalculationPlan = z.infer<typeof CalculationPlan>;

export const NO_CALCULATION: CalculationPlan = { expression: '', unit: '', compare_with: null };
