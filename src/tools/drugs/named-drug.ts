import { z } from 'zod';

/** A drug as the asker named it and as RxNorm does. */
export const NamedDrug = z.object({
  given: z.string(),
  /** Lower case; more than one for a combination. */
  ingredients: z.array(z.string()).min(1),
  rxcui: z.string().nullable(),
  /** `approximate`: RxNorm knows no such name, and this is the nearest one it has. `as-given`: RxNorm was of no help. */
  match: z.enum(['exact', 'approximate', 'as-given']),
  /** Why the name was taken as given. */
  note: z.enum(['rxnorm-unavailable', 'not-in-rxnorm']).nullable(),
});
export type NamedDrug = z.infer<typeof NamedDrug>;
