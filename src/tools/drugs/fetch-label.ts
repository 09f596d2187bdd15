import type { Freshness, Unavailable } from '../http/outside-answer.ts';
import type { OutsideClient } from '../http/outside-client.ts';
import { type Citable, makeCitable } from '../make-citable.ts';
import { chooseLabel } from './choose-label.ts';
import type { Asking } from './name-drug.ts';
import type { NamedDrug } from './named-drug.ts';
import { otherNamesOf } from './other-names.ts';
import { type DrugLabel, LabelsAnswer, openFdaFoundNothing } from './parse-labels.ts';

/** Labels are long; the first few by openFDA's order hold one of each kind. */
const LABELS_ASKED = '5';

export type FetchedLabel =
  | { status: 'ok'; label: DrugLabel; citable: Citable; freshness: Freshness; url: string }
  | { status: 'not-found' }
  | Unavailable;

/** The label of a drug, as openFDA has it, ready to be cited. */
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
