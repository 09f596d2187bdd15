import { z } from 'zod';
import type { Asking } from '../define-tool.ts';
import { type Freshness, type OutsideClient, parseJson, type Unavailable } from '../http/outside-client.ts';
import { type Citable, makeCitable } from '../make-citable.ts';
import { type NamedDrug, otherNamesOf } from './name-drug.ts';

export const LABEL_TOPICS = [
  'boxed_warning',
  'contraindications',
  'warnings',
  'interactions',
  'pregnancy',
] as const;
export type LabelTopic = (typeof LABEL_TOPICS)[number];

/** Where labels speak of each topic, of prescription drugs and of those sold over the counter (open.fda.gov/apis/drug/label). */
export const SECTIONS_OF: Readonly<Record<LabelTopic, readonly string[]>> = {
  boxed_warning: ['boxed_warning'],
  contraindications: ['contraindications', 'do_not_use'],
  warnings: [
    'warnings_and_cautions',
    'warnings',
    'precautions',
    'general_precautions',
    'ask_doctor',
    'when_using',
    'stop_use',
  ],
  interactions: ['drug_interactions', 'ask_doctor_or_pharmacist', 'drug_and_or_laboratory_test_interactions'],
  pregnancy: [
    'pregnancy',
    'pregnancy_or_breast_feeding',
    'teratogenic_effects',
    'lactation',
    'nursing_mothers',
  ],
};

/** Also read when two drugs are checked: studies with other drugs are told here. */
export const STUDY_SECTIONS: readonly string[] = ['pharmacokinetics', 'clinical_pharmacology'];

export const ALL_SECTIONS: readonly string[] = [...Object.values(SECTIONS_OF).flat(), ...STUDY_SECTIONS];

/** Labels are long; the first few by openFDA's order hold one of each kind. */
const LABELS_ASKED = '5';

export type FetchedLabel =
  | { status: 'ok'; label: DrugLabel; citable: Citable; freshness: Freshness; url: string }
  | { status: 'not-found' }
  | Unavailable;

export async function fetchLabel(
  client: OutsideClient,
  drug: NamedDrug,
  asking: Asking,
): Promise<FetchedLabel> {
  const answer = await client.get({
    ...asking,
    api: 'openfda',
    path: 'drug/label.json',
    params: { search: searchFor(drug.ingredients) },
    typed: [drug.given],
    fixed: { limit: LABELS_ASKED },
    answer: LabelsAnswer,
    meansNothing: openFdaFoundNothing,
  });
  if (answer.status !== 'ok') return answer.status === 'unavailable' ? answer : { status: 'not-found' };
  const label = chooseLabel(answer.value, drug.ingredients);
  // A label without a word of what was asked tells nothing: as good as none.
  if (label === null || label.sections.size === 0) return { status: 'not-found' };
  const url = `https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=${encodeURIComponent(label.id)}`;
  return { status: 'ok', label, citable: citableLabel(label, url, asking, answer), freshness: answer, url };
}

/** openFDA's search language, with nothing in the names that it would read as such. */
export function searchFor(ingredients: readonly string[]): string {
  return ingredients
    .map((ingredient) => {
      const names = [ingredient, ...otherNamesOf(ingredient)].map((name) =>
        name.replace(/[^\p{L}\p{N} -]/gu, ' ').trim(),
      );
      const fields = names.flatMap((name) => [
        `openfda.generic_name:"${name}"`,
        `openfda.substance_name:"${name}"`,
      ]);
      return `(${fields.join(' OR ')})`;
    })
    .join(' AND ');
}

function citableLabel(
  label: DrugLabel,
  url: string,
  { principal }: Asking,
  { fetched_at }: Freshness,
): Citable {
  const name = label.genericNames[0] ?? label.title.toLowerCase();
  return makeCitable(
    {
      id: `openfda-label-${label.id}`,
      tenant_id: principal.tenant_id,
      title: `${label.title} (${name}): US drug label`,
      source_type: 'drug_label',
      evidence_level: 'clinical_guideline',
      journal: 'U.S. Food and Drug Administration',
      year: Number((label.effective || fetched_at).slice(0, 4)),
      url,
      reference: `US drug label of ${label.title}${label.effective === '' ? '' : `, effective ${label.effective}`}, through openFDA.`,
      created_at: fetched_at,
    },
    [...label.sections].map(([heading, text]) => ({ heading: heading.replaceAll('_', ' '), text })),
  );
}

/** Of the labels found, the one that says most of exactly these ingredients; null when none is of them. */
export function chooseLabel(labels: readonly DrugLabel[], ingredients: readonly string[]): DrugLabel | null {
  const own = labels.filter((label) => ingredients.every((ingredient) => isOf(label, ingredient)));
  const ordered = own.toSorted(
    (a, b) => worth(b, ingredients) - worth(a, ingredients) || (b.effective > a.effective ? 1 : -1),
  );
  return ordered[0] ?? null;
}

function isOf({ genericNames, substances }: DrugLabel, ingredient: string): boolean {
  const names = [ingredient, ...otherNamesOf(ingredient)];
  return [...genericNames, ...substances].some((text) => names.some((name) => text.includes(name)));
}

/** A combination's label tells of the other drug too; a label over the counter tells less. */
function worth(label: DrugLabel, ingredients: readonly string[]): number {
  const isAlone = countIngredients(label) === ingredients.length;
  return (
    (isAlone ? 8 : 0) +
    (label.isPrescription ? 4 : 0) +
    (label.sections.has('drug_interactions') ? 2 : 0) +
    (label.sections.size > 0 ? 1 : 0)
  );
}

function countIngredients({ genericNames, substances }: DrugLabel): number {
  if (substances.length > 0) return substances.length;
  return new Set(genericNames.flatMap((name) => name.split(/,|;| and |\//u).map((part) => part.trim()))).size;
}

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
