import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { RankedPassage } from '../../domain/passage.ts';
import { FoundForPart } from './found-passages.ts';
import { QuestionType } from './question-type.ts';
import { SubQuery } from './sub-query.ts';

/** What an answer to all parts of a question is written from, by a model or by its twin. */
export const SynthesisInput = z.object({
  question: z.string(),
  language: Language,
  type: QuestionType,
  sub_queries: z.array(SubQuery),
  evidence: z.array(RankedPassage),
  /** Of each piece of evidence: the parts it was found for. */
  serves: z.array(z.array(z.number().int())),
  /** What each search knew of its words; for the twin alone. */
  found: z.array(FoundForPart.omit({ passages: true })),
  history: z.array(z.object({ author: z.string(), text: z.string() })),
  about_a_person: z.boolean(),
});
export type SynthesisInput = z.infer<typeof SynthesisInput>;
