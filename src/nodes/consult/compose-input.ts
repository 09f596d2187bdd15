import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { RankedPassage } from '../../domain/passage.ts';

/** What an answer is composed from, by a model or by its twin. */
export const ComposeInput = z.object({
  role: z.string(),
  question: z.string(),
  language: Language,
  context_summary: z.string(),
  /** The selected pairs, best first. */
  evidence: z.array(RankedPassage),
  about_a_person: z.boolean(),
  /** How the asker likes to be answered. */
  preferences: z.array(z.string()).default([]),
});
export type ComposeInput = z.infer<typeof ComposeInput>;
