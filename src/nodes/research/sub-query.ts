import { z } from 'zod';
import { Expansion } from '../../domain/passage.ts';

/** One part of a question, and how it is searched for. */
export const SubQuery = z.object({
  /** As the asker sees it. */
  query: z.string(),
  /** The words it is searched by: refined from round to round. */
  search: z.string(),
  expansions: z.array(Expansion),
  /** Between which years its sources are published; null is without end. */
  year_from: z.number().int().nullable(),
  year_to: z.number().int().nullable(),
});
export type SubQuery = z.infer<typeof SubQuery>;

/** Most parts of a question. */
export const MAX_SUB_QUERIES = 4;
