import type { Bilingual, Language } from '../../domain/language.ts';
import { hardFactsOf } from '../../guardrails/back/hard-facts.ts';
import type { SubQuery } from './sub-query.ts';

const NOT_FOUND: Bilingual = {
  en: 'Not found in the sources searched: {parts}.',
  vi: 'Chưa tìm thấy trong các nguồn đã tra cứu: {parts}.',
};
const SOME_PART: Bilingual = { en: 'part {n} of the question', vi: 'phần {n} của câu hỏi' };

/** Says which parts of the question no supported sentence speaks of; empty when there are none. */
export function nameGaps(
  asked: { search_query: string; language: Language; sub_queries: readonly SubQuery[] },
  covered: readonly number[],
): string {
  const { search_query, language, sub_queries } = asked;
  const missing = sub_queries.flatMap(({ query }, at) => {
    if (covered.includes(at)) return [];
    const number = SOME_PART[language].replace('{n}', String(at + 1));
    return [isOfQuestion(query, search_query) ? `“${query.replace(/[?.!\s]+$/u, '')}”` : number];
  });
  return missing.length === 0 ? '' : NOT_FOUND[language].replace('{parts}', missing.join('; '));
}

/** A model words the parts: a drug or a figure that the asker never named is not put into their mouth. */
function isOfQuestion(query: string, question: string): boolean {
  const [named, asked] = [hardFactsOf(query), hardFactsOf(question)];
  const figures = new Set(question.match(/\p{N}+/gu) ?? []);
  return (
    named.drugs.every((drug) => asked.drugs.includes(drug)) &&
    (query.match(/\p{N}+/gu) ?? []).every((figure) => figures.has(figure) || /^(?:19|20)\d\d$/u.test(figure))
  );
}
