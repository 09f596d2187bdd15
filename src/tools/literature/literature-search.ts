import type { Asking } from '../drugs/name-drug.ts';
import type { OutsideAnswer } from '../http/outside-answer.ts';
import type { Article } from './article.ts';

export interface LiteratureQuery {
  query: string;
  yearFrom: number | null;
  limit: number;
}

export interface FoundArticles {
  /** Of all that match; null where the service did not say. */
  total: number | null;
  articles: Article[];
}

/** One service that articles are searched in. */
export type LiteratureSearch = (
  query: LiteratureQuery,
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
