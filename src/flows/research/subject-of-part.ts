import type { Language } from '../../domain/language.ts';
import type { TermWeight } from '../../domain/passage.ts';
import { analyzeText } from '../../language/search-terms/analyze-text.ts';
import { framingTerms } from '../../language/search-terms/word-tables.ts';
import type { QuestionType, SubQuery } from './sub-query.ts';

/** How much of a subject must be spoken of, each word weighing what it tells. */
const MIN_SHARE = 0.5;

/** What a part of a question is about, as sets of terms: something of each must be spoken of. */
export type Subject = readonly (readonly TermWeight[])[];

/**
 * What all parts share, and in a comparison the part's own side too. A question of one part has none of its own: it is
 * searched for as a whole.
 */
export function subjectOfPart(asked: {
  part: number;
  type: QuestionType;
  sub_queries: readonly Pick<SubQuery, 'query'>[];
  terms: readonly TermWeight[];
  language: Language;
}): Subject {
  const { part, type, sub_queries, terms, language } = asked;
  if (sub_queries.length < 2) return [];
  const all = sub_queries.map(({ query }) => tellingTermsOf(query, language));
  const mine = all[part] ?? new Set<string>();
  const isShared = ({ term }: TermWeight) => all.every((other) => other.has(term));
  const own = terms.filter((word) => mine.has(word.term) && !isShared(word));
  return [terms.filter(isShared), ...(type === 'COMPARATIVE' ? [own] : [])].filter((set) => set.length > 0);
}

export function speaksOf(subject: Subject, speaks: (term: string) => boolean): boolean {
  return subject.every((terms) => {
    const total = terms.reduce((sum, { weight }) => sum + weight, 0);
    const spoken = terms.reduce((sum, { term, weight }) => sum + (speaks(term) ? weight : 0), 0);
    return total === 0 || spoken / total >= MIN_SHARE;
  });
}

/** The terms of a text that say what it is about, each once: not those that say how it is asked. */
export function tellingTermsOf(text: string, language: Language): Set<string> {
  return new Set(analyzeText(text, language).filter((term) => !framingTerms()[language].has(term)));
}
