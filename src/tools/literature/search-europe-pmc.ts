import type { OutsideClient } from '../http/outside-client.ts';
import { type LiteratureSearch, withoutOperators } from './literature-search.ts';
import { EuropePmcAnswer } from './parse-europe-pmc.ts';

/** Asks Europe PMC for articles of journals, without preprints and what was retracted. */
export function searchEuropePmc(client: OutsideClient): LiteratureSearch {
  return async ({ query, yearFrom, limit }, asking) => {
    const since = yearFrom === null ? '' : ` AND PUB_YEAR:[${yearFrom} TO 3000]`;
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
