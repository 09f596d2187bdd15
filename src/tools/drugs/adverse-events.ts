import { z } from 'zod';
import { reportsOf, reportsTitle } from '../../../texts/tools.ts';
import type { Language } from '../../domain/language.ts';
import type { Asking } from '../define-tool.ts';
import type { Freshness, OutsideClient, Unavailable } from '../http/outside-client.ts';
import { type Citable, makeCitable } from '../make-citable.ts';
import { type NamedDrug, openFdaFoundNothing, searchFor } from './drug-label.ts';

/** The most often reported tell the most; the rest is a long tail. */
const REACTIONS_ASKED = '10';

export const ReportedReaction = z.object({ reaction: z.string(), reports: z.number().int() });
type ReportedReaction = z.infer<typeof ReportedReaction>;

/** openFDA's drug/event answer to a count. */
const CountsAnswer = z
  .object({ results: z.array(z.object({ term: z.string(), count: z.number().int().nonnegative() })) })
  .transform(({ results }) =>
    results.map(({ term, count }): ReportedReaction => ({ reaction: term.toLowerCase(), reports: count })),
  );

export type FetchedReports =
  | { status: 'ok'; reactions: ReportedReaction[]; citable: Citable; freshness: Freshness }
  | { status: 'not-found' }
  | Unavailable;

/** How often which reaction was reported to the FDA with the drug. Reports, by anyone, proven or not: never how often it happens. */
export async function fetchReports(
  client: OutsideClient,
  drug: NamedDrug,
  language: Language,
  asking: Asking,
): Promise<FetchedReports> {
  const answer = await client.get({
    ...asking,
    api: 'openfda',
    path: 'drug/event.json',
    params: { search: searchFor(drug.ingredients, 'patient.drug.openfda') },
    typed: [drug.given],
    fixed: { count: 'patient.reaction.reactionmeddrapt.exact', limit: REACTIONS_ASKED },
    answer: CountsAnswer,
    meansNothing: openFdaFoundNothing,
  });
  if (answer.status === 'unavailable') return answer;
  const reactions = answer.status === 'ok' ? answer.value : [];
  if (reactions.length === 0) return { status: 'not-found' };
  const name = drug.ingredients.join(' + ');
  const counts = reactions.map(({ reaction, reports }) => `${reaction} (${reports})`).join(', ');
  const citable = makeCitable(
    {
      id: `openfda-reports-${encodeURIComponent(name)}-${language}`,
      tenant_id: asking.principal.tenant_id,
      title: reportsTitle(name)[language],
      source_type: 'adverse_event_reports',
      evidence_level: 'case_report',
      journal: 'FDA Adverse Event Reporting System',
      year: Number(answer.fetched_at.slice(0, 4)),
      url: 'https://open.fda.gov/apis/drug/event/',
      created_at: answer.fetched_at,
      language,
    },
    [{ heading: 'adverse events', text: reportsOf(name, counts)[language] }],
  );
  return { status: 'ok', reactions, citable, freshness: answer };
}
