import { z } from 'zod';
import type { WriteTool } from './approval.ts';

const patient_id = z.string().trim().min(1).max(64);

export const PrescribeArgs = z.strictObject({
  patient_id,
  medication: z.string().trim().min(2).max(200).describe('the drug, by generic or brand name'),
  dose: z.string().trim().min(1).max(100).describe('one dose with its unit, such as 500 mg'),
  frequency: z.string().trim().min(1).max(200).describe('how often, such as twice a day'),
  route: z.string().trim().min(2).max(50).optional().describe('how it is given, only where that was said'),
  duration: z.string().trim().min(1).max(100).optional().describe('how long, such as 7 days'),
  reason: z.string().trim().min(2).max(500).optional().describe('what it is for'),
  note: z.string().trim().max(1_000).optional(),
});
export type PrescribeArgs = z.infer<typeof PrescribeArgs>;

export const ChangeArgs = z.strictObject({
  patient_id,
  medication: PrescribeArgs.shape.medication.describe('the drug as it was named'),
  action: z.enum(['stop', 'hold', 'resume', 'change']),
  dose: PrescribeArgs.shape.dose.optional(),
  frequency: PrescribeArgs.shape.frequency.optional(),
  route: PrescribeArgs.shape.route,
  duration: PrescribeArgs.shape.duration,
  reason: PrescribeArgs.shape.reason.describe('why'),
  by: z
    .string()
    .regex(/^(?:[+-]|[x×][\d.]{1,8}|[+-][\d.,]{1,10} ?\p{L}{1,20})$/u)
    .optional()
    .describe(
      'how much more or less, where no new dose is said: x0.5, +5 mg; with a new dose, only which way: + or -',
    ),
  order_id: z.string().max(64).optional().describe('which order of the chart, where several would fit'),
  version: z.string().max(64).optional().describe('of that order, as it was looked at'),
});
export type ChangeArgs = z.infer<typeof ChangeArgs>;

export const AllergyArgs = z.strictObject({
  patient_id,
  substance: z.string().trim().min(2).max(200).describe('what the patient reacts to'),
  reaction: z.string().trim().min(2).max(500).optional().describe('what happens'),
  severity: z.enum(['mild', 'moderate', 'severe']).optional().describe('of the reaction'),
  criticality: z.enum(['low', 'high', 'unable-to-assess']).optional(),
  type: z.enum(['allergy', 'intolerance']).default('allergy'),
});
export type AllergyArgs = z.infer<typeof AllergyArgs>;

export const NoteArgs = z.strictObject({
  patient_id,
  title: z.string().trim().min(2).max(200).default('Clinical note'),
  text: z.string().trim().min(2).max(20_000),
});
export type NoteArgs = z.infer<typeof NoteArgs>;

/** What each write takes. */
export const WRITE_ARGS = {
  prescribe_medication: PrescribeArgs,
  change_medication: ChangeArgs,
  add_allergy: AllergyArgs,
  save_clinical_note: NoteArgs,
} as const satisfies Record<WriteTool, z.ZodType>;
