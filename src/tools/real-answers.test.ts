import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pubmedArticles } from '../app/compose/open-tools.ts';
import { checkDrugInteractions } from './catalogue/check-drug-interactions.tool.ts';
import { checkDrugSafety } from './catalogue/check-drug-safety.tool.ts';
import { findClinicalTrials } from './catalogue/find-clinical-trials.tool.ts';
import {
  searchEuropePmc,
  searchMedicalLiterature,
  searchPubmed,
} from './catalogue/search-medical-literature.tool.ts';
import type { ToolOutcome } from './define-tool.ts';
import { apiFixture, hasApiFixtures } from './testing/eval-fixtures.ts';
import { type FakeApi, json, startFakeApi, text } from './testing/fake-api.ts';
import { sampleCall } from './testing/sample-call.ts';
import { DRUG_CLASSES, NO_TABLES } from './testing/sample-drug-classes.ts';
import { clientAt } from './testing/test-client.ts';

/** The services' own answers, kept outside this repository. */
describe.runIf(hasApiFixtures())('with answers that the services really gave', () => {
  let api: FakeApi;
  beforeAll(async () => {
    api = await startFakeApi();
  });
  beforeEach(() => {
    api.asked.length = 0;
  });
  afterAll(() => api.close());

  const noNames = json({ idGroup: {} });
  const near = json({ approximateGroup: {} });
  const label = (fixture: string) =>
    api.reply((path) =>
      path === '/drug/label.json'
        ? text(apiFixture(fixture))
        : path === '/approximateTerm.json'
          ? near
          : noNames,
    );

  it.each([
    [
      'openfda_tflow2015/ambien.json',
      'zolpidem',
      ['boxed_warning', 'contraindications', 'warnings', 'interactions', 'pregnancy'],
    ],
    [
      'openfda_tflow2015/vyvanse.json',
      'lisdexamfetamine',
      ['boxed_warning', 'contraindications', 'warnings', 'interactions', 'pregnancy'],
    ],
    [
      'openfda_tflow2015/aspirin.json',
      'aspirin',
      ['contraindications', 'warnings', 'interactions', 'pregnancy'],
    ],
    ['openfda_tflow2015/sudafed.json', 'phenylephrine', ['contraindications', 'warnings']],
  ])('quotes the label in %s', async (fixture, drug, topics) => {
    label(fixture);
    const result = await checkDrugSafety({
      client: clientAt(api.url),
      tables: NO_TABLES,
      clock: () => 0,
    }).run({ drug }, sampleCall());
    expect(result.status).toBe('ok');
    expectSpans(result);
    // The tool's own schema has checked the form.
    const found = (result.output as { topics: { topic: string; passage_ids: string[] }[] }).topics;
    expect(found.filter(({ passage_ids }) => passage_ids.length > 0).map(({ topic }) => topic)).toEqual(
      topics,
    );
  });

  it('finds in a real label what it says of another drug and of a class', async () => {
    api.reply((path, params) => {
      if (path !== '/drug/label.json') return path === '/approximateTerm.json' ? near : noNames;
      return params.get('search')?.includes('"zolpidem"')
        ? text(apiFixture('openfda_tflow2015/ambien.json'))
        : text(apiFixture('openfda_tflow2015/404.json'), 404);
    });
    const result = await checkDrugInteractions({
      client: clientAt(api.url),
      classes: DRUG_CLASSES,
      tables: NO_TABLES,
      clock: () => 0,
    }).run({ drugs: ['zolpidem', 'sertraline'] }, sampleCall());
    expect(result.output).toMatchObject({
      pairs: [{ verdict: 'described', directions: [{ checked: 'read' }, { checked: 'no-label' }] }],
    });
    expectSpans(result);
  });

  it.each([
    ['openfda_tflow2015/empty.json', 'not-found'],
    ['openfda_tflow2015/missingopenfda.json', 'not-found'],
    ['openfda_tflow2015/missingresults.json', 'unavailable'],
    // Trimmed to names, so that there is nothing to quote.
    ['biomcp_openfda/label_keytruda_20260811.json', 'not-found'],
  ])('makes of %s: %s', async (fixture, status) => {
    label(fixture);
    expect(
      await checkDrugSafety({ client: clientAt(api.url), tables: NO_TABLES, clock: () => 0 }).run(
        { drug: 'pembrolizumab' },
        sampleCall(),
      ),
    ).toMatchObject({ status });
  });

  it('reads openFDA’s own words for "no match" and for an error', async () => {
    api.reply((path) =>
      path === '/drug/label.json' ? text(apiFixture('openfda_tflow2015/404.json'), 404) : noNames,
    );
    expect(
      await checkDrugSafety({ client: clientAt(api.url), tables: NO_TABLES, clock: () => 0 }).run(
        { drug: 'xyz' },
        sampleCall(),
      ),
    ).toMatchObject({
      status: 'not-found',
    });
    api.reply((path) =>
      path === '/drug/label.json' ? text(apiFixture('openfda_tflow2015/500.json'), 500) : noNames,
    );
    expect(
      await checkDrugSafety({ client: clientAt(api.url), tables: NO_TABLES, clock: () => 0 }).run(
        { drug: 'xyz' },
        sampleCall(),
      ),
    ).toMatchObject({
      status: 'unavailable',
    });
  });

  it('reads RxNav’s number and ingredients', async () => {
    api.reply((path) => {
      if (path === '/rxcui.json') return text(apiFixture('rxnav_pillfill2015/rxnorm-idgroup-response.json'));
      if (path.endsWith('/allrelated.json'))
        return text(apiFixture('rxnav_pillfill2015/rxnorm-related-response.json'));
      return text(apiFixture('openfda_tflow2015/404.json'), 404);
    });
    const result = await checkDrugSafety({
      client: clientAt(api.url),
      tables: NO_TABLES,
      clock: () => 0,
    }).run({ drug: 'Zyrtec Itchy Eye' }, sampleCall());
    expect(result.output).toMatchObject({
      drug: { ingredients: ['ketotifen'], rxcui: '197381', match: 'exact' },
    });
  });

  it.each([
    'search_melanoma_recruiting_limit3_20260811.json',
    'search_keytruda_limit3_20260811.json',
    'search_phelan_limit5_20260811.json',
    'search_phelan_limit50_20260811.json',
    'search_phelan_next_20260811.json',
    'search_nsclc_egfr_l858r_20260811.json',
    'search_age_count_20260811.json',
  ])('reads the trials of %s', async (fixture) => {
    api.reply(() => text(apiFixture(`biomcp_ctgov/${fixture}`)));
    const result = await findClinicalTrials(clientAt(api.url)).run({ condition: 'melanoma' }, sampleCall());
    expect(result.status).toBe('ok');
    expectSpans(result);
  });

  it.each([
    ['search_pmid_22663011.json', 'rct'],
    ['va683_20614e48.json', 'expert_opinion'],
  ])('reads the articles of %s and what evidence the first is', async (fixture, level) => {
    api.reply(() => text(apiFixture(`biomcp_europepmc/${fixture}`)));
    const result = await literature().run({ query: 'melanoma' }, sampleCall());
    expect(result).toMatchObject({ status: 'ok', output: { searched: 'europepmc' } });
    expect(result.output).toHaveProperty('articles.0.evidence_level', level);
    expectSpans(result);
  });

  it.each([
    'va683_3b4da36e.json',
    'va683_7beaf0a4.json',
    'va683_87a89806.json',
    'va683_961f20e7.json',
    'va683_ba037a15.json',
    'search_pmid_20516115.json',
  ])('reads %s', async (fixture) => {
    api.reply(() => text(apiFixture(`biomcp_europepmc/${fixture}`)));
    const result = await literature().run({ query: 'melanoma' }, sampleCall());
    expect(['ok', 'not-found']).toContain(result.status);
    expectSpans(result);
  });

  it('reads PubMed’s numbers and its XML', async () => {
    api.reply((path) => {
      if (path === '/search') return text('', 500);
      if (path === '/esearch.fcgi') return text(apiFixture('biomcp_pubmed/esearch_braf.json'));
      return text(apiFixture('biomcp_pubmed/efetch_citation_22663011.xml'));
    });
    const result = await literature().run({ query: 'MEK inhibition melanoma' }, sampleCall());
    expect(result).toMatchObject({
      status: 'ok',
      output: {
        searched: 'pubmed',
        total: 2,
        articles: [{ pmid: '22663011', evidence_level: 'rct', year: 2012 }],
      },
    });
    expect(api.asked).toContain('/efetch.fcgi?db=pubmed&id=123,456&rettype=abstract&retmode=xml&tool=galen');
    expect(result.passages?.[0]?.heading).toBe('BACKGROUND');
    expectSpans(result);
  });

  function literature() {
    const client = clientAt(api.url);
    return searchMedicalLiterature({
      first: searchEuropePmc(client),
      second: searchPubmed(client, pubmedArticles),
    });
  }
});

/** Every passage is its document's own text. */
function expectSpans({ documents = [], passages = [], status }: ToolOutcome<unknown>): void {
  const texts = new Map(documents.map(({ id, text: whole }) => [id, whole]));
  if (status === 'ok') expect(passages.length).toBeGreaterThan(0);
  for (const { document_id, start, end, text: quote } of passages) {
    expect(quote.trim()).not.toBe('');
    expect(texts.get(document_id)?.slice(start, end)).toBe(quote);
  }
}
