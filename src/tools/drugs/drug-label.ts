import { z } from 'zod';
import { parseJson } from '../../domain/canonical-json.ts';
import { drugNamesIn } from '../../language/drugs/drug-names.ts';
import { once, readLexicon } from '../../language/read-lexicon.ts';
import type { Asking } from '../define-tool.ts';
import type { Freshness, OutsideClient, Unavailable } from '../http/outside-client.ts';
import { type Citable, makeCitable } from '../make-citable.ts';

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
  const { id, title, effective, genericNames, sections } = label;
  const url = `https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=${encodeURIComponent(id)}`;
  const citable = makeCitable(
    {
      id: `openfda-label-${id}`,
      tenant_id: asking.principal.tenant_id,
      title: `${title} (${genericNames[0] ?? title.toLowerCase()}): US drug label`,
      source_type: 'drug_label',
      evidence_level: 'clinical_guideline',
      journal: 'U.S. Food and Drug Administration',
      year: effective === '' ? null : Number(effective.slice(0, 4)),
      url,
      reference: `US drug label of ${title}${effective === '' ? '' : `, effective ${effective}`}, through openFDA.`,
      created_at: answer.fetched_at,
    },
    [...sections].map(([heading, text]) => ({ heading: heading.replaceAll('_', ' '), text })),
  );
  return { status: 'ok', label, citable, freshness: answer, url };
}

/** openFDA's search language, with nothing in the names that it would read as such. */
export function searchFor(ingredients: readonly string[], within = 'openfda'): string {
  return ingredients
    .map((ingredient) => {
      const names = [ingredient, ...otherNamesOf(ingredient)].map((name) =>
        name.replace(/[^\p{L}\p{N} -]/gu, ' ').trim(),
      );
      const fields = names.flatMap((name) => [
        `${within}.generic_name:"${name}"`,
        `${within}.substance_name:"${name}"`,
      ]);
      return `(${fields.join(' OR ')})`;
    })
    .join(' AND ');
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

export type DrugLabel = ReturnType<typeof toLabel>;

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

function toLabel(label: z.infer<typeof Label>) {
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
    /** Year, month and day; empty where the label does not say. */
    effective: /^\d{8}$/u.test(effective_time)
      ? `${effective_time.slice(0, 4)}-${effective_time.slice(4, 6)}-${effective_time.slice(6)}`
      : '',
    /** The sections Galen reads, by openFDA's name, each in the label's own words. */
    sections,
  };
}

/** openFDA says with a 404 that nothing matches; a 404 without its words comes from something else on the way. */
export function openFdaFoundNothing(status: number, body: string): boolean {
  return status === 404 && NothingFound.safeParse(parseJson(body)).success;
}

const NothingFound = z.object({ error: z.object({ code: z.literal('NOT_FOUND') }) });

/** Less alike than this, the nearest name RxNorm has is another drug. */
const MIN_LIKENESS = 0.5;
const CANDIDATES = '5';

/** Finds what is in a drug by RxNorm; without RxNorm by what Galen knows of brands, or by the name as it is. */
export async function nameDrug(client: OutsideClient, given: string, asking: Asking): Promise<NamedDrug> {
  const term = given.trim().toLowerCase();
  const known = await client.get({
    ...asking,
    api: 'rxnorm',
    path: 'rxcui.json',
    params: { name: term },
    typed: [given],
    // Exact, or with case, order and punctuation set aside.
    fixed: { search: '2' },
    answer: NameAnswer,
  });
  if (known.status === 'unavailable') return asGiven(given, 'rxnorm-unavailable');
  const exact = known.status === 'ok' ? known.value : null;
  if (exact !== null) return withIngredients(exact, term, 'exact');

  // A brand that only other markets sell is unknown to RxNorm and no misspelling.
  const local = drugNamesIn(term);
  if (local.length > 0 && !local.includes(term)) return asGiven(given, 'not-in-rxnorm');
  const near = await client.get({
    ...asking,
    api: 'rxnorm',
    path: 'approximateTerm.json',
    params: { term },
    typed: [given],
    fixed: { maxEntries: CANDIDATES },
    answer: NearAnswer,
  });
  if (near.status === 'unavailable') return asGiven(given, 'rxnorm-unavailable');
  const candidates = near.status === 'ok' ? near.value : [];
  const best = candidates.find(
    ({ name }) => name !== null && likeness(name.toLowerCase(), term) >= MIN_LIKENESS,
  );
  if (!best?.name) return asGiven(given, 'not-in-rxnorm');
  return withIngredients(best.rxcui, best.name.toLowerCase(), 'approximate');

  async function withIngredients(rxcui: string, name: string, match: NamedDrug['match']): Promise<NamedDrug> {
    const path = `rxcui/${rxcui}/allrelated.json`;
    const related = /^\d{1,10}$/u.test(rxcui)
      ? await client.get({ ...asking, api: 'rxnorm', path, params: {}, fixed: {}, answer: IngredientsAnswer })
      : null;
    const found = related?.status === 'ok' ? related.value : [];
    // An ingredient is its own ingredient, whatever else its combinations hold.
    const ingredients = found.length === 0 || found.includes(name) ? [name] : found;
    return { given, ingredients, rxcui, match, note: null };
  }
}

function asGiven(given: string, note: 'rxnorm-unavailable' | 'not-in-rxnorm'): NamedDrug {
  const name = given.trim().toLowerCase();
  const substances = drugNamesIn(name);
  const isBrand = substances.length > 0 && !substances.some((substance) => name.includes(substance));
  return { given, ingredients: isBrand ? substances : [name], rxcui: null, match: 'as-given', note };
}

/** The share of letter pairs that two words have in common (Dice). */
function likeness(a: string, b: string): number {
  const pairsOf = (word: string) =>
    new Set(Array.from({ length: Math.max(0, word.length - 1) }, (_, i) => word.slice(i, i + 2)));
  const [first, second] = [pairsOf(a), pairsOf(b)];
  const shared = [...first].filter((pair) => second.has(pair)).length;
  return first.size + second.size === 0 ? 0 : (2 * shared) / (first.size + second.size);
}

export const NamedDrug = z.object({
  given: z.string(),
  /** Lower case; more than one for a combination. */
  ingredients: z.array(z.string()).min(1),
  rxcui: z.string().nullable(),
  /** `approximate`: RxNorm knows no such name, and this is the nearest one it has. `as-given`: RxNorm was of no help. */
  match: z.enum(['exact', 'approximate', 'as-given']),
  note: z.enum(['rxnorm-unavailable', 'not-in-rxnorm']).nullable(),
});
export type NamedDrug = z.infer<typeof NamedDrug>;

/** Substances with one international (INN) and another American (USAN) name. */
const pairs = once(() => readLexicon('drugs/name-pairs', ['international', 'american']));

export function otherNamesOf(name: string): string[] {
  return pairs().flatMap(({ international, american }) =>
    international === name ? [american] : american === name ? [international] : [],
  );
}

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
