import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pubmedArticles } from '../../app/compose/open-tools.ts';
import { type ApiReply, type FakeApi, json, startFakeApi, text } from '../testing/fake-api.ts';
import { sampleCall } from '../testing/sample-call.ts';
import { clientAt } from '../testing/test-client.ts';
import { searchEuropePmc, searchMedicalLiterature, searchPubmed } from './search-medical-literature.tool.ts';

const EUROPE_PMC = {
  hitCount: 41,
  resultList: {
    result: [
      {
        id: '1',
        source: 'MED',
        pmid: '1',
        doi: '10.1/x',
        title: 'Walking <i>and</i> pressure.',
        authorString: 'Le A, Tran B.',
        journalInfo: { journal: { title: 'Journal of Steps' } },
        pubYear: '2021',
        pubTypeList: { pubType: ['systematic-review', 'Journal Article'] },
        abstractText:
          '<h4>Background</h4>Walking helps when p &lt; 0.05. <h4>Results</h4>Pressure fell by 3 mmHg.',
      },
      {
        id: '2',
        source: 'MED',
        pmid: '2',
        title: 'A note.',
        pubYear: '2020',
        pubType: 'case-report; journal article',
      },
      { id: '3', source: 'MED', title: 'Withdrawn.', pubType: 'retracted publication' },
      { id: '4', source: 'MED', title: 'Who knows.', pubType: 'journal article' },
    ],
  },
};

const PUBMED_XML = `<?xml version="1.0"?><PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>9</PMID><Article>
<Journal><JournalIssue><PubDate><Year>2019</Year></PubDate></JournalIssue><Title>Second Journal</Title></Journal>
<ArticleTitle>Salt and pressure.</ArticleTitle><Abstract><AbstractText Label="RESULTS">Less salt, less pressure.</AbstractText></Abstract>
<PublicationTypeList><PublicationType>Randomized Controlled Trial</PublicationType></PublicationTypeList>
</Article></MedlineCitation></PubmedArticle></PubmedArticleSet>`;

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi();
});
beforeEach(() => {
  api.asked.length = 0;
});
afterAll(() => api.close());

function run(input: unknown) {
  const client = clientAt(api.url);
  return searchMedicalLiterature({
    first: searchEuropePmc(client),
    second: searchPubmed(client, pubmedArticles),
  }).run(input, sampleCall());
}

function pubmed(path: string, europePmc: ApiReply, xml = PUBMED_XML): ApiReply {
  if (path === '/search') return europePmc;
  if (path === '/esearch.fcgi') return json({ esearchresult: { count: '1', idlist: ['9'] } });
  return text(xml);
}

describe('search_medical_literature', () => {
  it('gives abstracts to cite, each with the evidence that its publication type is', async () => {
    api.reply(() => json(EUROPE_PMC));
    const result = await run({ query: 'walking blood pressure', year_from: 2015 });
    expect(api.asked).toEqual([
      '/search?query=(walking blood pressure) AND (SRC:MED OR SRC:PMC) AND NOT PUB_TYPE:"retracted publication" AND PUB_YEAR:[2015 TO 3000]&resultType=core&format=json&pageSize=5&synonym=true',
    ]);
    expect(result.output).toMatchObject({
      searched: 'europepmc',
      total: 41,
      articles: [
        {
          title: 'Walking and pressure.',
          evidence_level: 'systematic_review',
          evidence_known: true,
          journal: 'Journal of Steps',
        },
        { evidence_level: 'case_report', evidence_known: true },
        { title: 'Who knows.', evidence_level: 'expert_opinion', evidence_known: false },
      ],
    });
    const documents = new Map(result.documents?.map((document) => [document.id, document]));
    for (const passage of result.passages ?? []) {
      expect(documents.get(passage.document_id)?.text.slice(passage.start, passage.end)).toBe(passage.text);
    }
    expect(result.passages?.[0]).toMatchObject({
      heading: 'Background',
      text: 'Walking helps when p < 0.05.',
    });
    expect(documents.get('europepmc-MED-1')).toMatchObject({
      url: 'https://doi.org/10.1/x',
      year: 2021,
      pmid: '1',
    });
    // Nobody says when it was published.
    expect(documents.get('europepmc-MED-4')?.year).toBeNull();
  });

  it('asks PubMed when Europe PMC cannot answer, and says so', async () => {
    api.reply((path) => pubmed(path, text('', 500)));
    const result = await run({ query: 'salt pressure' });
    expect(result).toMatchObject({
      status: 'ok',
      output: { searched: 'pubmed', articles: [{ pmid: '9', evidence_level: 'rct', year: 2019 }] },
      sources: [{ name: 'PubMed' }],
    });
    expect(result.passages?.[0]).toMatchObject({ heading: 'RESULTS', text: 'Less salt, less pressure.' });
  });

  it('does not ask PubMed when Europe PMC found nothing', async () => {
    api.reply(() => json({ hitCount: 0, resultList: { result: [] } }));
    expect(await run({ query: 'xyzzy plugh' })).toMatchObject({ status: 'not-found', output: { total: 0 } });
    expect(api.asked).toHaveLength(1);
  });

  it.each([
    ['both are down', (path: string) => (path === '/search' ? text('', 503) : text('', 500)), 'server-error'],
    [
      'PubMed changed its form',
      (path: string) => (path === '/search' ? text('', 503) : json({ esearchresult: { ERROR: 'x' } })),
      'changed-form',
    ],
    [
      'PubMed’s XML is cut off',
      (path: string) => pubmed(path, text('', 503), PUBMED_XML.slice(0, 300)),
      'unreadable',
    ],
    [
      'PubMed answers with a page',
      (path: string) => pubmed(path, text('', 503), '<html><body>busy</body></html>'),
      'unreadable',
    ],
  ])('is unavailable when %s', async (_name, reply, reason) => {
    api.reply(reply);
    expect(await run({ query: 'salt pressure' })).toMatchObject({ status: 'unavailable', reason });
  });

  it('keeps the asker’s words from being read as the service’s language', async () => {
    api.reply(() => json(EUROPE_PMC));
    await run({ query: 'salt") OR (AUTH:"x" NOT y' });
    expect(api.params.at(-1)?.get('query')).toMatch(/^\(salt or AUTH x not y\) AND /u);
  });

  it('sends words that name a person to neither service', async () => {
    const result = await run({ query: 'blood pressure of Mr. John Smith' });
    expect(result).toMatchObject({ status: 'unavailable', reason: 'names-a-person' });
    expect(api.asked).toEqual([]);
  });
});
