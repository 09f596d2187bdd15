import { z } from 'zod';

const Named = z.object({ name: z.string().optional() });
const Dated = z.object({ date: z.string().optional() });
const Place = z.object({
  facility: z.string().optional(),
  city: z.string().optional(),
  country: z.string().optional(),
  status: z.string().optional(),
});

/** What Galen takes of a study (https://clinicaltrials.gov/data-api/about-api/study-data-structure). */
const Study = z.object({
  protocolSection: z.object({
    identificationModule: z.object({ nctId: z.string(), briefTitle: z.string().default('') }),
    statusModule: z
      .object({
        overallStatus: z.string().optional(),
        startDateStruct: Dated.optional(),
        completionDateStruct: Dated.optional(),
      })
      .default({}),
    sponsorCollaboratorsModule: z.object({ leadSponsor: Named.optional() }).default({}),
    descriptionModule: z.object({ briefSummary: z.string().default('') }).default({ briefSummary: '' }),
    conditionsModule: z.object({ conditions: z.array(z.string()).default([]) }).default({ conditions: [] }),
    designModule: z
      .object({ studyType: z.string().optional(), phases: z.array(z.string()).default([]) })
      .default({ phases: [] }),
    armsInterventionsModule: z
      .object({ interventions: z.array(Named).default([]) })
      .default({ interventions: [] }),
    eligibilityModule: z
      .object({ eligibilityCriteria: z.string().default('') })
      .default({ eligibilityCriteria: '' }),
    contactsLocationsModule: z.object({ locations: z.array(Place).default([]) }).default({ locations: [] }),
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
    [facility, city, country].filter((part) => part !== undefined && part !== '').join(', '),
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
