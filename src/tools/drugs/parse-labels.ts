import { z } from 'zod';
import { ALL_SECTIONS } from './label-sections.ts';

/** A drug's label as openFDA tells it. */
export interface DrugLabel {
  id: string;
  title: string;
  genericNames: string[];
  substances: string[];
  isPrescription: boolean;
  /** Year, month and day; empty where the label does not say. */
  effective: string;
  /** The sections Galen reads, by openFDA's name, each in the label's own words. */
  sections: Map<string, string>;
}

const Names = z.array(z.string()).default([]);
const SectionText = z
  .union([z.string(), z.array(z.string())])
  .transform((text) => (typeof text === 'string' ? text : text.join('\n\n')));

const Label = z.object({
  set_id: z.string().optional(),
  id: z.string().optional(),
  effective_time: z.string().optional(),
  openfda: z
    .object({ generic_name: Names, substance_name: Names, brand_name: Names, product_type: Names })
    .default({ generic_name: [], substance_name: [], brand_name: [], product_type: [] }),
  ...Object.fromEntries(ALL_SECTIONS.map((name) => [name, SectionText.optional()])),
});

/** openFDA's drug/label answer. One without `results` is of another form: it does not say that there are none. */
export const LabelsAnswer = z
  .object({ results: z.array(Label) })
  .transform(({ results }) => results.map(toLabel));

function toLabel(label: z.infer<typeof Label>): DrugLabel {
  const { openfda, set_id, id, effective_time = '' } = label;
  const sections = new Map<string, string>();
  for (const name of ALL_SECTIONS) {
    // The shape was made from these very names.
    const text = (label as Record<string, unknown>)[name];
    const isNew = typeof text === 'string' && text.trim() !== '' && ![...sections.values()].includes(text);
    if (isNew) sections.set(name, text);
  }
  return {
    id: set_id ?? id ?? 'unnamed',
    title: openfda.brand_name[0] ?? openfda.generic_name[0] ?? 'unnamed',
    genericNames: openfda.generic_name.map((name) => name.toLowerCase()),
    substances: openfda.substance_name.map((name) => name.toLowerCase()),
    isPrescription: openfda.product_type.some((type) => /prescription/iu.test(type)),
    effective: /^\d{8}$/u.test(effective_time)
      ? `${effective_time.slice(0, 4)}-${effective_time.slice(4, 6)}-${effective_time.slice(6)}`
      : '',
    sections,
  };
}

/** openFDA says with a 404 that nothing matches; a 404 without its words comes from something else on the way. */
export function openFdaFoundNothing(status: number, body: string): boolean {
  return status === 404 && NothingFound.safeParse(parseJson(body)).success;
}

const NothingFound = z.object({ error: z.object({ code: z.literal('NOT_FOUND') }) });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
