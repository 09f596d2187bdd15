import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeApi, json, startFakeApi, text } from '../testing/fake-api.ts';
import { sampleCall } from '../testing/sample-call.ts';
import { clientAt } from '../testing/test-client.ts';
import { findClinicalTrials } from './find-clinical-trials.tool.ts';

const STUDY = {
  protocolSection: {
    identificationModule: { nctId: 'NCT00000001', briefTitle: 'A trial of walking' },
    statusModule: { overallStatus: 'RECRUITING', startDateStruct: { date: '2025-02' } },
    descriptionModule: { briefSummary: 'People walk daily. Their blood pressure is taken.' },
    conditionsModule: { conditions: ['Hypertension'] },
    designModule: { studyType: 'INTERVENTIONAL', phases: ['NA'] },
    armsInterventionsModule: { interventions: [{ type: 'BEHAVIORAL', name: 'Walking' }] },
    contactsLocationsModule: {
      locations: [{ facility: 'City Hospital', city: 'Hanoi', country: 'Vietnam' }],
    },
    sponsorCollaboratorsModule: { leadSponsor: { name: 'City University' } },
  },
};

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi();
});
beforeEach(() => {
  api.asked.length = 0;
});
afterAll(() => api.close());

const run = (input: unknown) => findClinicalTrials(clientAt(api.url)).run(input, sampleCall());

describe('find_clinical_trials', () => {
  it('asks with the registry’s own parameters and gives trials that can be cited', async () => {
    api.reply(() => json({ totalCount: 7, studies: [STUDY], nextPageToken: 'x' }));
    const result = await run({
      condition: 'hypertension',
      intervention: 'walking',
      location: 'Hanoi',
      limit: 3,
    });
    expect(api.asked).toEqual([
      '/studies?query.cond=hypertension&query.intr=walking&query.locn=Hanoi&filter.overallStatus=RECRUITING&countTotal=true&pageSize=3&format=json',
    ]);
    expect(result).toMatchObject({
      status: 'ok',
      output: {
        total: 7,
        has_more: true,
        trials: [
          {
            nct_id: 'NCT00000001',
            status: 'RECRUITING',
            places: ['City Hospital, Hanoi, Vietnam'],
            interventions: ['Walking'],
          },
        ],
      },
    });
    const [document] = result.documents ?? [];
    expect(document?.url).toBe('https://clinicaltrials.gov/study/NCT00000001');
    for (const { start, end, text: quote } of result.passages ?? [])
      expect(document?.text.slice(start, end)).toBe(quote);
    expect(result.passages?.map(({ text: quote }) => quote)).toContain(
      'People walk daily. Their blood pressure is taken.',
    );
  });

  it('joins statuses as the registry wants them', async () => {
    api.reply(() => json({ studies: [] }));
    await run({ condition: 'asthma', statuses: ['RECRUITING', 'COMPLETED'] });
    expect(api.params.at(-1)?.get('filter.overallStatus')).toBe('RECRUITING|COMPLETED');
  });

  it('tells "no trial" from "could not look"', async () => {
    api.reply(() => json({ totalCount: 0, studies: [] }));
    expect(await run({ condition: 'asthma' })).toMatchObject({
      status: 'not-found',
      output: { total: 0, trials: [] },
    });
    api.reply(() => json({ items: [] }));
    expect(await run({ condition: 'gout' })).toMatchObject({ status: 'unavailable', reason: 'changed-form' });
    api.reply(() => text('bad', 400));
    expect(await run({ condition: 'scurvy' })).toMatchObject({
      status: 'unavailable',
      strategy: 'retry_reformulate',
    });
  });

  it('wants a condition or an intervention', () => {
    const tool = findClinicalTrials(clientAt(api.url));
    expect(tool.input.safeParse({ location: 'Hanoi' }).success).toBe(false);
    expect(tool.input.safeParse({ intervention: 'aspirin' }).success).toBe(true);
  });
});
