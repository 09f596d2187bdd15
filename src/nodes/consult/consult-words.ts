import { z } from 'zod';

/** How sure a step is of what it found. */
export const Certainty = z.enum(['high', 'medium', 'low']);
export type Certainty = z.infer<typeof Certainty>;

/** How far the retrieval of a turn has come. */
export const RagState = z.enum(['init', 'create_retrieval_query', 'retrieved', 'filtered', 'composing']);
export type RagState = z.infer<typeof RagState>;

/** A question–answer pair as a search proposes it: no more than what is needed to choose. */
export const Candidate = z.object({
  id: z.string(),
  CAUHOI: z.string(),
  demuc: z.string().nullable(),
  chu_de_con: z.string().nullable(),
  score: z.number(),
});
export type Candidate = z.infer<typeof Candidate>;

/** What a turn may ask models: one question to a greeting, six to an answer, of which the last is to write it. */
export const MODEL_CALLS = { direct: 1, beforeAnswer: 5, answer: 6 } as const;
/** Searches of a turn, each of two queries. */
export const MAX_RETRIEVE_ATTEMPTS = 2;
