import { z } from 'zod';
import { Expansion, RankedPassage, TermWeight } from '../../domain/passage.ts';

/** What one search for one part of the question brought. */
export const FoundForPart = z.object({
  sub_query: z.number().int(),
  passages: z.array(RankedPassage),
  terms: z.array(TermWeight),
  expansions: z.array(Expansion),
});
export type FoundForPart = z.infer<typeof FoundForPart>;

/** A passage, and the parts of the question it was found for. */
export const ServingPassage = z.object({ passage: RankedPassage, serves: z.array(z.number().int()) });
export type ServingPassage = z.infer<typeof ServingPassage>;
