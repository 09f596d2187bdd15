import { z } from 'zod';

/**
 * Fields as they may come from any server: one of another form counts as missing, and the rest of the entry is still read.
 */
export const words = z.string().optional().catch(undefined);
const amount = z.number().optional().catch(undefined);

export function listOf<Schema extends z.ZodType>(schema: Schema) {
  return z.array(schema).catch([]).default([]);
}

export const Concept = z
  .object({
    text: words,
    coding: listOf(
      z
        .object({ system: words, code: words, display: words })
        .catch({ system: undefined, code: undefined, display: undefined }),
    ),
  })
  .catch({ text: undefined, coding: [] })
  .default({ text: undefined, coding: [] });
export type Concept = z.infer<typeof Concept>;

export const Quantity = z
  .object({ value: amount, unit: words, code: words, comparator: words })
  .optional()
  .catch(undefined);

export const Period = z.object({ start: words, end: words }).optional().catch(undefined);

/** What a concept is called: its text, or the display of a coding. */
export function conceptText({ text, coding }: Concept): string | null {
  return text ?? coding.find(({ display }) => display !== undefined)?.display ?? coding[0]?.code ?? null;
}

export function conceptCodes({ coding }: Concept): string[] {
  return coding.flatMap(({ system, code }) => (code === undefined ? [] : [`${system ?? ''}|${code}`]));
}

export function firstCode({ coding }: Concept): string | null {
  return coding[0]?.code ?? null;
}

const flag = z.boolean().optional().catch(undefined);
const Link = z.object({
  type: words,
  other: z.object({ reference: words, display: words }).optional().catch(undefined),
});

/** Who a patient is, and whether they are treated under this record. */
export const Person = z.object({
  id: words,
  gender: words,
  birthDate: words,
  name: listOf(z.object({ use: words, text: words, family: words, given: listOf(z.string()) })),
  identifier: listOf(z.object({ system: words, value: words })),
  active: flag,
  deceasedBoolean: flag,
  deceasedDateTime: words,
  link: listOf(Link),
});
