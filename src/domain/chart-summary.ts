import { z } from 'zod';

const Entry = z.object({
  id: z.string(),
  text: z.string(),
  codes: z.array(z.string()).describe('system|code of each coding'),
  status: z.string().nullable().describe('clinical status; null where none is recorded'),
});
const Verified = Entry.extend({ verification: z.string().nullable() });

/** A diagnosis or problem of the list. */
export const ChartProblem = Verified.extend({
  since: z.string().nullable(),
  until: z.string().nullable(),
});
export type ChartProblem = z.infer<typeof ChartProblem>;

export const ChartAllergy = Verified.extend({
  criticality: z.string().nullable(),
  reactions: z.array(z.string()),
  states_none: z.boolean().describe('an entry that says there is no known allergy'),
});
export type ChartAllergy = z.infer<typeof ChartAllergy>;

export const ChartMedication = Entry.extend({
  dosage: z.string().nullable(),
  since: z.string().nullable(),
});
export type ChartMedication = z.infer<typeof ChartMedication>;

const Flag = z.enum(['low', 'high', 'normal', 'abnormal']).nullable();
const Range = z.object({ low: z.number().nullable(), high: z.number().nullable() }).nullable();

/** The latest of one kind of measurement, with what came before it. */
export const ChartMeasurement = z.object({
  id: z.string().nullable().describe('null when it was computed'),
  name: z.string(),
  codes: z.array(z.string()),
  value: z.string(),
  number: z.number().nullable(),
  unit: z.string().nullable(),
  at: z.string().nullable(),
  flag: Flag,
  range: Range.describe('reference range, in the unit of the value'),
  is_final: z.boolean(),
  computed: z.boolean(),
  earlier: z.array(z.object({ value: z.string(), at: z.string(), flag: Flag })).describe('newest first'),
  trend: z.enum(['rising', 'falling', 'steady']).nullable(),
});
export type ChartMeasurement = z.infer<typeof ChartMeasurement>;

export const ChartNote = z.object({
  id: z.string(),
  at: z.string().nullable(),
  title: z.string(),
  excerpt: z.string().nullable(),
});
export type ChartNote = z.infer<typeof ChartNote>;

/** One patient's chart, in short. An empty list means that nothing is recorded, not that there is nothing. */
export const ChartSummary = z.object({
  patient: z.object({
    id: z.string(),
    name: z.string(),
    identifiers: z.array(z.string()),
    gender: z.string().nullable(),
    birth_date: z.string().nullable(),
    state: z.string().optional().describe('that they have died, or that this record is no longer used'),
    age: z.string().nullable(),
  }),
  allergies: z.array(ChartAllergy),
  problems: z.array(ChartProblem),
  past_problems: z.array(ChartProblem),
  medications: z.array(ChartMedication),
  past_medications: z.array(ChartMedication),
  labs: z.array(ChartMeasurement),
  vitals: z.array(ChartMeasurement),
  findings: z.array(ChartMeasurement),
  notes: z.array(ChartNote),
  remarks: z
    .array(z.string())
    .describe('what a reader has to know: not all was read, a value could not be computed'),
  text: z.string().describe('all of it as compact text'),
});
export type ChartSummary = z.infer<typeof ChartSummary>;

/** The values that a question asked for, oldest first: what an answer tells in words, for a page to plot. */
export const AskedSeries = z.object({
  name: z.string(),
  codes: z.array(z.string()),
  unit: z.string().nullable(),
  range: Range,
  points: z.array(
    z.object({ at: z.string().nullable(), value: z.string(), number: z.number().nullable(), flag: Flag }),
  ),
});
export type AskedSeries = z.infer<typeof AskedSeries>;
