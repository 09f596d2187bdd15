import { z } from 'zod';
import { FIND_TRIALS_ABOUT, NO_TRIAL_MATCHES, trialsMatch } from '../../../texts/tools.ts';
import { anyone, defineTool, explainUnavailable, notFound, sourceOf } from '../define-tool.ts';
import type { OutsideClient } from '../http/outside-client.ts';
import { type Citable, citing, makeCitable } from '../make-citable.ts';

const STATUSES = [
  'RECRUITING',
  'NOT_YET_RECRUITING',
  'ENROLLING_BY_INVITATION',
  'ACTIVE_NOT_RECRUITING',
  'COMPLETED',
  'SUSPENDED',
  'TERMINATED',
  'WITHDRAWN',
] as const;

const term = () => z.string().trim().min(2).max(200);

const Output = z.object({
  /** Of all that match; null where the service did not say. */
  total: z.number().nullable(),
  has_more: z.boolean(),
  trials: z.array(
    z.object({
      nct_id: z.string(),
      title: z.string(),
      status: z.string().nullable(),
      study_type: z.string().nullable(),
      phases: z.array(z.string()),
      conditions: z.array(z.string()),
      interventions: z.array(z.string()),
      sponsor: z.string().nullable(),
      start: z.string().nullable(),
      completion: z.string().nullable(),
      places: z.array(z.string()),
      places_total: z.number(),
      url: z.string(),
    }),
  ),
});

export function findClinicalTrials(client: OutsideClient) {
  return defineTool({
    name: 'find_clinical_trials',
    description: FIND_TRIALS_ABOUT,
    isWrite: false,
    mayUse: anyone,
    input: z
      .object({
        condition: term().optional().describe('disease or condition'),
        intervention: term().optional().describe('drug or treatment'),
        location: term().optional().describe('city or country'),
        statuses: z.array(z.enum(STATUSES)).min(1).default(['RECRUITING']),
        limit: z.number().int().min(1).max(20).default(5),
      })
      .refine(({ condition, intervention }) => condition !== undefined || intervention !== undefined, {
        message: 'a condition or an intervention is needed',
      }),
    output: Output,

    async run({ condition, intervention, location, statuses, limit }, asking) {
      const answer = await client.get({
        ...asking,
        api: 'ctgov',
        path: 'studies',
        params: given({ 'query.cond': condition, 'query.intr': intervention, 'query.locn': location }),
        fixed: {
          'filter.overallStatus': statuses.join('|'),
          countTotal: 'true',
          pageSize: String(limit),
          format: 'json',
        },
        answer: StudiesAnswer,
      });
      if (answer.status === 'unavailable') return explainUnavailable('ClinicalTrials.gov', answer);
      const found = answer.status === 'ok' ? answer.value : { trials: [], total: 0, hasMore: false };
      const about = { tenant_id: asking.principal.tenant_id, created_at: answer.fetched_at };
      const citables = found.trials.map((trial, i) => citableTrial(trial, about, 1 - i / (2 * limit)));
      const output = {
        total: found.total,
        has_more: found.hasMore,
        trials: found.trials.map(({ summary: _summary, eligibility: _eligibility, ...trial }) => trial),
      };
      const sources = [sourceOf('ctgov', answer)];
      if (found.trials.length === 0) return { ...notFound('no-trials', NO_TRIAL_MATCHES), output, sources };
      const count = found.total ?? found.trials.length;
      return {
        status: 'ok',
        message: trialsMatch(count, found.trials.length),
        output,
        ...citing(citables),
        sources,
      };
    },
  });
}

function citableTrial(
  trial: Trial,
  about: { tenant_id: string; created_at: string },
  relevance: number,
): Citable {
  const sections = [
    { heading: 'title', text: trial.title },
    { heading: 'summary', text: trial.summary },
    { heading: 'eligibility', text: trial.eligibility },
  ];
  return makeCitable(
    {
      ...about,
      id: `ctgov-${trial.nct_id}`,
      title: trial.title || trial.nct_id,
      source_type: 'trial_registry',
      // A registration says what is planned, not what was found.
      evidence_level: 'expert_opinion',
      journal: 'ClinicalTrials.gov',
      year: trial.start === null ? null : Number(trial.start.slice(0, 4)),
      url: trial.url,
      reference: `ClinicalTrials.gov ${trial.nct_id}.`,
    },
    sections.filter(({ text }) => text.trim() !== ''),
    relevance,
  );
}

function given(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

const text = z.string().default('');
const texts = z.array(z.string()).default([]);
const Named = z.object({ name: z.string().optional() });
const Dated = z.object({ date: z.string().optional() });
const Place = z.object({ facility: text, city: text, country: text });

/** What Galen takes of a study (https://clinicaltrials.gov/data-api/about-api/study-data-structure). */
const Study = z.object({
  protocolSection: z.object({
    identificationModule: z.object({ nctId: z.string(), briefTitle: text }),
    statusModule: z
      .object({
        overallStatus: z.string().optional(),
        startDateStruct: Dated.optional(),
        completionDateStruct: Dated.optional(),
      })
      .prefault({}),
    sponsorCollaboratorsModule: z.object({ leadSponsor: Named.optional() }).prefault({}),
    descriptionModule: z.object({ briefSummary: text }).prefault({}),
    conditionsModule: z.object({ conditions: texts }).prefault({}),
    designModule: z.object({ studyType: z.string().optional(), phases: texts }).prefault({}),
    armsInterventionsModule: z.object({ interventions: z.array(Named).default([]) }).prefault({}),
    eligibilityModule: z.object({ eligibilityCriteria: text }).prefault({}),
    contactsLocationsModule: z.object({ locations: z.array(Place).default([]) }).prefault({}),
  }),
});

/** ClinicalTrials.gov's answer to a search. One without `studies` is of another form: it does not say that there are none. */
export const StudiesAnswer = z
  .object({
    studies: z.array(Study),
    totalCount: z.number().optional(),
    nextPageToken: z.string().optional(),
  })
  .transform(({ studies, totalCount, nextPageToken }) => ({
    total: totalCount ?? null,
    hasMore: nextPageToken !== undefined,
    trials: studies.map(toTrial),
  }));

const MAX_PLACES = 10;

function toTrial({ protocolSection: of }: z.infer<typeof Study>) {
  const { nctId, briefTitle } = of.identificationModule;
  const places = of.contactsLocationsModule.locations.map(({ facility, city, country }) =>
    [facility, city, country].filter((part) => part !== '').join(', '),
  );
  return {
    nct_id: nctId,
    title: briefTitle,
    status: of.statusModule.overallStatus ?? null,
    study_type: of.designModule.studyType ?? null,
    phases: of.designModule.phases,
    conditions: of.conditionsModule.conditions,
    interventions: of.armsInterventionsModule.interventions.flatMap(({ name }) => name ?? []),
    sponsor: of.sponsorCollaboratorsModule.leadSponsor?.name ?? null,
    start: of.statusModule.startDateStruct?.date ?? null,
    completion: of.statusModule.completionDateStruct?.date ?? null,
    places: places.slice(0, MAX_PLACES),
    places_total: places.length,
    url: `https://clinicaltrials.gov/study/${nctId}`,
    summary: of.descriptionModule.briefSummary,
    eligibility: of.eligibilityModule.eligibilityCriteria,
  };
}

export type Trial = ReturnType<typeof toTrial>;
