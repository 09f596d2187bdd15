import { z } from 'zod';

/** A result of a clinical calculator, or what it lacks. */
export const Calculation = z.object({
  calculator: z.string(),
  status: z.enum(['ok', 'missing', 'refused']),
  figures: z.array(
    z.object({
      name: z.string(),
      value: z.union([z.number(), z.string()]),
      unit: z.string(),
      digits: z.number(),
    }),
  ),
  inputs: z.array(
    z.object({
      input: z.string(),
      value: z.union([z.number(), z.boolean(), z.string()]),
      text: z.string(),
      origin: z.enum(['said', 'chart', 'assumed absent']),
      date: z.string().nullable(),
      reference: z.string().nullable().describe('the entry of the chart'),
    }),
  ),
  missing: z.array(z.string()),
  lines: z.array(z.string()).describe('what people read: the result first, or what is missing'),
  chart_lines: z.array(z.string()).describe('those of the lines that tell what the chart says'),
});
export type Calculation = z.infer<typeof Calculation>;
