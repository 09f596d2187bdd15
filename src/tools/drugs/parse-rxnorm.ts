import { z } from 'zod';

/** RxNav's answer to a name: https://lhncbc.nlm.nih.gov/RxNav/APIs/api-RxNorm.findRxcuiByString.html */
export const NameAnswer = z
  .object({ idGroup: z.object({ rxnormId: z.array(z.string()).optional() }) })
  .transform(({ idGroup }) => idGroup.rxnormId?.[0] ?? null);

/** Its answer to a misspelt name, nearest first. */
export const NearAnswer = z
  .object({
    approximateGroup: z.object({
      candidate: z
        .array(z.object({ rxcui: z.string().optional(), name: z.string().optional() }))
        .nullish()
        .transform((candidates) => candidates ?? []),
    }),
  })
  .transform(({ approximateGroup }) =>
    approximateGroup.candidate.flatMap(({ rxcui, name }) => (rxcui ? [{ rxcui, name: name ?? null }] : [])),
  );

/** The ingredients among the concepts related to a drug, in lower case. */
export const IngredientsAnswer = z
  .object({
    allRelatedGroup: z.object({
      conceptGroup: z.array(
        z.object({
          tty: z.string(),
          conceptProperties: z.array(z.object({ name: z.string() })).optional(),
        }),
      ),
    }),
  })
  .transform(({ allRelatedGroup }) =>
    allRelatedGroup.conceptGroup
      .filter(({ tty }) => tty === 'IN')
      .flatMap(({ conceptProperties }) => conceptProperties ?? [])
      .map(({ name }) => name.toLowerCase()),
  );
