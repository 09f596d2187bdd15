import { z } from 'zod';
import { articlesMatch, noArticleMatches, SEARCH_LITERATURE_ABOUT } from '../../../texts/tools.ts';
import { EvidenceLevel, publicationEvidence } from '../../domain/evidence-level.ts';
import { type Asking, anyone, defineTool, explainUnavailable, notFound, sourceOf } from '../define-tool.ts';
import { type OutsideAnswer, type OutsideClient, unavailable } from '../http/outside-client.ts';
import { type Citable, citing, makeCitable, type Section } from '../make-citable.ts';

const Input = z.object({
  query: z.string().trim().min(3).max(300).describe('what to search for, best in English'),
  year_from: z.number().int().min(1900).max(2100).nullable().default(null),
  limit: z.number().int().min(1).max(10).default(5),
});
const Output = z.object({
  searched: z.enum(['europepmc', 'pubmed']),
  /** Of all that match; null where the service did not say. */
  total: z.number().nullable(),
  articles: z.array(
    z.object({
      document_id: z.string(),
      title: z.string(),
      journal: z.string(),
      year: z.number().nullable(),
      pmid: z.string().nullable(),
      doi: z.string().nullable(),
      evidence_level: EvidenceLevel,
      /** False: the publication's types do not tell, and the least is assumed. */
      evidence_known: z.boolean(),
    }),
  ),
});

/** Articles on a question, from Europe PMC, or from PubMed when that one cannot answer. */
export function searchMedicalLiterature(services: { first: LiteratureSearch; second: LiteratureSearch }) {
  return defineTool({
    name: 'search_medical_literature',
    description: SEARCH_LITERATURE_ABOUT,
    isWrite: false,
    mayUse: anyone,
    input: Input,
    output: Output,

    async run(wanted, asking) {
      let searched: 'europepmc' | 'pubmed' = 'europepmc';
      let answer = await services.first(wanted, asking);
      // Words that may not go to one service may not go to the other.
      if (answer.status === 'unavailable' && answer.reason !== 'names-a-person') {
        searched = 'pubmed';
        answer = await services.second(wanted, asking);
      }
      const service = searched === 'europepmc' ? 'Europe PMC' : 'Europe PMC and PubMed';
      if (answer.status === 'unavailable') return explainUnavailable(service, answer);
      const found = answer.status === 'ok' ? answer.value : { total: 0, articles: [] };
      const { articles } = found;
      const name = searched === 'europepmc' ? 'Europe PMC' : 'PubMed';
      const output = {
        searched,
        total: found.total,
        articles: articles.map(({ id, abstract: _, authors: __, evidence, ...article }) => ({
          document_id: id,
          ...article,
          evidence_level: evidence ?? UNKNOWN_EVIDENCE,
          evidence_known: evidence !== null,
        })),
      };
      const sources = [sourceOf(searched, answer)];
      if (articles.length === 0)
        return { ...notFound('no-articles', noArticleMatches(name)), output, sources };
      const about = { tenant_id: asking.principal.tenant_id, created_at: answer.fetched_at };
      const relevance = (place: number) => 1 - place / (2 * wanted.limit);
      const citables = articles.map((article, i) => citableArticle(article, about, relevance(i)));
      return {
        status: 'ok',
        message: articlesMatch(name, found.total, articles.length),
        output,
        ...citing(citables),
        sources,
      };
    },
  });
}

export interface FoundArticles {
  /** Of all that match; null where the service did not say. */
  total: number | null;
  articles: Article[];
}

export type LiteratureSearch = (
  query: z.output<typeof Input>,
  asking: Asking,
) => Promise<OutsideAnswer<FoundArticles>>;

/** The asker's words, with nothing in them that a service's query language would read as its own. */
export function withoutOperators(query: string): string {
  return query
    .replace(/[^\p{L}\p{N}\s.,%+'-]/gu, ' ')
    .replace(/\b(?:AND|OR|NOT)\b/gu, (word) => word.toLowerCase())
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Asks Europe PMC for articles of journals, without preprints and what was retracted. */
export function searchEuropePmc(client: OutsideClient): LiteratureSearch {
  return async ({ query, year_from, limit }, asking) => {
    const since = year_from === null ? '' : ` AND PUB_YEAR:[${year_from} TO 3000]`;
    const words = withoutOperators(query);
    return client.get({
      ...asking,
      api: 'europepmc',
      path: 'search',
      params: {
        query: `(${words}) AND (SRC:MED OR SRC:PMC) AND NOT PUB_TYPE:"retracted publication"${since}`,
      },
      typed: [query],
      fixed: { resultType: 'core', format: 'json', pageSize: String(limit), synonym: 'true' },
      answer: EuropePmcAnswer,
    });
  };
}

/** esearch's answer (NBK25499). One without a list of numbers is of another form: it does not say that there are none. */
const NumbersAnswer = z
  .object({
    esearchresult: z.object({ count: z.string(), idlist: z.array(z.string().regex(/^\d{1,10}$/u)) }),
  })
  .transform(({ esearchresult: { count, idlist } }) => ({ total: Number(count), ids: idlist }));

export type ReadPubmedXml = (xml: string) => Promise<Article[] | null>;

export function searchPubmed(client: OutsideClient, readXml: ReadPubmedXml): LiteratureSearch {
  return async ({ query, year_from, limit }, asking): Promise<OutsideAnswer<FoundArticles>> => {
    const since = year_from === null ? '' : ` AND ${year_from}:3000[dp]`;
    const numbers = await client.get({
      ...asking,
      api: 'pubmed',
      path: 'esearch.fcgi',
      params: { term: `(${withoutOperators(query)})${since} NOT retracted publication[pt]` },
      typed: [query],
      fixed: { db: 'pubmed', retmode: 'json', retmax: String(limit), sort: 'relevance', tool: 'galen' },
      answer: NumbersAnswer,
    });
    if (numbers.status !== 'ok') return numbers;
    const { ids, total } = numbers.value;
    if (ids.length === 0) return { ...numbers, value: { total, articles: [] } };
    const records = await client.get({
      ...asking,
      api: 'pubmed',
      path: 'efetch.fcgi',
      params: {},
      fixed: { db: 'pubmed', id: ids.join(','), rettype: 'abstract', retmode: 'xml', tool: 'galen' },
      format: 'text',
      answer: z.string(),
    });
    // The numbers were found, so "nothing" here would be untrue.
    if (records.status !== 'ok')
      return records.status === 'unavailable' ? records : unavailable('changed-form');
    const articles = await readXml(records.value);
    return articles === null ? unavailable('unreadable') : { ...records, value: { total, articles } };
  };
}

/** What Galen takes of an article, in Europe PMC's short and long form (https://europepmc.org/RestfulWebService). */
const Result = z.object({
  id: z.string(),
  source: z.string(),
  pmid: z.string().optional(),
  doi: z.string().optional(),
  title: z.string().default(''),
  authorString: z.string().default(''),
  journalTitle: z.string().optional(),
  journalInfo: z.object({ journal: z.object({ title: z.string().optional() }).optional() }).optional(),
  pubYear: z.string().optional(),
  pubType: z.string().optional(),
  pubTypeList: z.object({ pubType: z.array(z.string()) }).optional(),
  abstractText: z.string().optional(),
});

/** Europe PMC's answer to a search. One without a result list is of another form: it does not say that there is nothing. */
export const EuropePmcAnswer = z
  .object({ hitCount: z.number(), resultList: z.object({ result: z.array(Result) }) })
  .transform(({ hitCount, resultList }) => ({
    total: hitCount,
    articles: resultList.result.filter((result) => !isRetracted(result)).map(toArticle),
  }));

function toArticle(result: z.infer<typeof Result>): Article {
  return {
    id: `europepmc-${result.source}-${result.id}`,
    title: plainText(result.title),
    abstract: readAbstract(result.abstractText ?? ''),
    journal: result.journalInfo?.journal?.title ?? result.journalTitle ?? '',
    year: Number(/^\d{4}/u.exec(result.pubYear ?? '')?.[0]) || null,
    pmid: result.pmid ?? null,
    doi: result.doi ?? null,
    authors: result.authorString,
    // It writes some with hyphens and in the singular: systematic-review, case-report.
    evidence: publicationEvidence(
      typesOf(result).flatMap((type) => [type, type.replaceAll('-', ' '), `${type.replaceAll('-', ' ')}s`]),
    ),
  };
}

function typesOf({ pubType, pubTypeList }: z.infer<typeof Result>): string[] {
  return pubTypeList?.pubType ?? (pubType ?? '').split(';').map((type) => type.trim());
}

/** The search leaves them out already; one that slips through is not to be cited. */
function isRetracted(result: z.infer<typeof Result>): boolean {
  return typesOf(result).some((type) => /^retracted[ -]publication$/iu.test(type));
}

/** Its abstracts are HTML with <h4> headings. */
function readAbstract(html: string): Section[] {
  return html
    .split(/(?=<h4>)/iu)
    .map((part) => {
      const heading = /^<h4>([^<]*)<\/h4>/iu.exec(part);
      return { heading: heading?.[1]?.trim() ?? '', text: plainText(part.slice(heading?.[0].length ?? 0)) };
    })
    .filter(({ text }) => text !== '');
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Without marks of layout; a stray "<" before a number stays what it is. */
function plainText(html: string): string {
  return html
    .replace(/<\/?[a-z][a-z0-9]{0,10}(?:\s[^<>]{0,200})?\/?>/giu, '')
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/gu, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/gu, ' ')
    .trim();
}

export interface Article {
  id: string;
  title: string;
  abstract: readonly Section[];
  journal: string;
  year: number | null;
  pmid: string | null;
  doi: string | null;
  authors: string;
  /** Null where the service's words do not tell. */
  evidence: EvidenceLevel | null;
}

/** What an article is taken for when nobody says what it is: the least. */
const UNKNOWN_EVIDENCE: EvidenceLevel = 'expert_opinion';

/** The article's own words, to be cited: its abstract, or its title where it has none. */
function citableArticle(
  { id, title, abstract, journal, year, pmid, doi, authors, evidence }: Article,
  about: { tenant_id: string; created_at: string },
  relevance: number,
): Citable {
  return makeCitable(
    {
      ...about,
      id,
      title,
      source_type: 'pubmed',
      evidence_level: evidence ?? UNKNOWN_EVIDENCE,
      journal,
      year,
      pmid,
      url: doi ? `https://doi.org/${doi}` : pmid ? `https://pubmed.ncbi.nlm.nih.gov/${pmid}/` : null,
      reference: [authors, title, journal, year === null ? '' : String(year)]
        .map((part) => part.replace(/\.$/u, ''))
        .filter((part) => part !== '')
        .join('. '),
    },
    abstract.length > 0 ? abstract : [{ heading: '', text: title }],
    relevance,
  );
}
