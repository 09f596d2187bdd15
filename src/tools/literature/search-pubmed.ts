import { z } from 'zod';
import { type OutsideAnswer, unavailable } from '../http/outside-answer.ts';
import type { OutsideClient } from '../http/outside-client.ts';
import type { Article } from './article.ts';
import { type FoundArticles, type LiteratureSearch, withoutOperators } from './literature-search.ts';

/** esearch's answer (NBK25499). One without a list of numbers is of another form: it does not say that there are none. */
const NumbersAnswer = z
  .object({
    esearchresult: z.object({ count: z.string(), idlist: z.array(z.string().regex(/^\d{1,10}$/u)) }),
  })
  .transform(({ esearchresult: { count, idlist } }) => ({ total: Number(count), ids: idlist }));

/** Reads the articles of PubMed's XML; null when it is none. */
export type ReadPubmedXml = (xml: string) => Promise<Article[] | null>;

/** Asks PubMed which articles match, then for what they say. */
export function searchPubmed(client: OutsideClient, readXml: ReadPubmedXml): LiteratureSearch {
  return async ({ query, yearFrom, limit }, asking): Promise<OutsideAnswer<FoundArticles>> => {
    const since = yearFrom === null ? '' : ` AND ${yearFrom}:3000[dp]`;
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
