import { z } from 'zod';
import { Language } from './language.ts';

export const FlowName = z.enum(['consult', 'evidence', 'research', 'clinic', 'desk']);
export type FlowName = z.infer<typeof FlowName>;

export const MAX_MESSAGE_LENGTH = 10_000;
export const MIN_MEANINGFUL_LENGTH = 3;

/** What an asker sends. Unknown fields are refused, so that a misspelt filter is never silently ignored. */
export const AskRequest = z.strictObject({
  message: z.string(),
  flow: z.enum(['auto', ...FlowName.options]).default('auto'),
  role: z.string().max(100).nullable().default(null),
  language: Language.nullable().default(null),
  conversation_id: z.uuid().nullable().default(null),
  patient_id: z.string().max(100).nullable().default(null),
  image: z.string().nullable().default(null),
  source_types: z.array(z.string().max(50)).max(20).nullable().default(['pubmed', 'guidelines']),
  min_evidence_level: z.number().int().min(1).max(5).nullable().default(null),
  return_sources: z.boolean().default(true),
});
export type AskRequest = z.infer<typeof AskRequest>;
