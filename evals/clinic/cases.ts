import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Action = z.enum(['start', 'stop', 'hold', 'resume', 'change', 'allergy', 'note']);
export type Action = z.infer<typeof Action>;

const Case = z.object({
  id: z.string(),
  split: z.enum(['tune', 'held']),
  language: z.enum(['en', 'vi']),
  /** Whose chart is open. */
  patient: z.string().nullable(),
  /** Earlier messages of the conversation. */
  before: z.array(z.string()).default([]),
  message: z.string(),
  why: z.string(),
});

const Outcome = z.enum(['answer', 'propose', 'ask', 'refuse']);
export type Outcome = z.infer<typeof Outcome>;

/** What a doctor types, and what a right reply cannot do without. */
export const ClinicRequest = Case.extend({
  kind: z.string(),
  outcome: z.union([Outcome, z.array(Outcome)]).transform((outcome) => [outcome].flat()),
  /** Of each list one must stand in the reply, letter case aside. */
  says: z.array(z.array(z.string()).min(1)),
  never: z.array(z.string()),
  proposes: z.array(z.object({ action: Action, drug: z.string() })),
  warns: z.boolean().default(false),
});
export type ClinicRequest = z.infer<typeof ClinicRequest>;

const Amount = z.object({ dose: z.number().nullish(), unit: z.string().nullish() });
export type Amount = z.infer<typeof Amount>;

const WrittenOrder = Amount.extend({
  action: Action,
  drug: z.string(),
  /** As it was typed, where that differs. */
  said: z.string().nullish(),
  /** The same amount in another unit; for a child, the amount that the weight gives. */
  alt: Amount.nullish(),
  resolved: Amount.nullish(),
  per_day: z.number().nullish(),
  once: z.boolean().nullish(),
  prn: z.boolean().nullish(),
  route: z.string().nullish(),
  days: z.number().nullish(),
});
export type WrittenOrder = z.infer<typeof WrittenOrder>;

/** Orders as they are written on wards, and what they mean. */
export const OrderForm = Case.extend({
  outcome: z.enum(['propose', 'ask']),
  asks: z.string().nullish(),
  orders: z.array(WrittenOrder).default([]),
});
export type OrderForm = z.infer<typeof OrderForm>;

/** Written by people who saw the charts and nothing else: neither code nor tables nor each other's cases. */
export function loadCases<Schema extends z.ZodType>(name: 'requests' | 'orders', schema: Schema) {
  const text = readFileSync(new URL(`./${name}.jsonl`, import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line): z.infer<Schema> => schema.parse(JSON.parse(line)));
}
