import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { Expansion, RankedPassage, TermWeight } from '../../domain/passage.ts';
import { Intent } from './classify-intent.ts';
import { Surrounding } from './surrounding-text.ts';

/** What an answer is written from, by a model or by its twin. */
export const AnswerInput = z.object({
  question: z.string(),
  language: Language,
  intent: Intent,
  evidence: z.array(RankedPassage),
  /** For a model's eyes only: of each piece of evidence, or of none. */
  surroundings: z.array(Surrounding),
  query_terms: z.array(TermWeight),
  expansions: z.array(Expansion),
  history: z.array(z.object({ author: z.string(), text: z.string() })),
  about_a_person: z.boolean(),
});
export type AnswerInput = z.infer<typeof AnswerInput>;
