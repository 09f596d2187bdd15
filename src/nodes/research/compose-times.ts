import type { Bilingual, Language } from '../../domain/language.ts';
import type { Candidate } from '../evidence/select-sentences.ts';
import type { SubQuery } from './sub-query.ts';
import type { SynthesisInput } from './synthesis-input.ts';

const MAX_PER_TIME = 3;

const UNTIL: Bilingual = { en: 'Before: until {to}', vi: 'Trước: đến năm {to}' };
const BETWEEN: Bilingual = { en: 'After: {from} to {to}', vi: 'Sau: từ năm {from} đến {to}' };
const SINCE: Bilingual = { en: 'After: since {from}', vi: 'Sau: từ năm {from}' };

/** Two sources of different years are not yet a change. */
const NOT_A_CHANGE: Bilingual = {
  en: 'The evidence is what sources of each time say: none of those cited says itself what was changed.',
  vi: 'Bằng chứng này là điều các nguồn của từng thời kỳ nói: không nguồn nào được dẫn tự nêu điều gì đã thay đổi.',
};
const CHANGED =
  /\b(?:changed|replaced|no longer|revised|updated|previously|superseded|instead of|new in)\b|thay đổi|thay thế|không còn|trước đây|cập nhật/iu;

/** Before and after: each time under its years, each sentence with the year its source was published in. */
export function composeTimes(input: SynthesisInput, parts: readonly Candidate[][]): string {
  const { sub_queries, evidence, language } = input;
  const times = parts.flatMap((sentences, part) => {
    const subQuery = sub_queries[part];
    if (sentences.length === 0 || subQuery === undefined) return [];
    const yearOf = ({ source }: Candidate) => evidence[source - 1]?.document.year ?? 0;
    const items = sentences
      .slice(0, MAX_PER_TIME)
      .sort((a, b) => yearOf(a) - yearOf(b) || a.source - b.source || a.position - b.position)
      .map((sentence) => `- **${yearOf(sentence)}:** ${sentence.text} [${sentence.source}]`);
    return [`**${titleOf(subQuery, language)}**\n${items.join('\n')}`];
  });
  const said = parts.flat().some(({ text }) => CHANGED.test(text));
  return [...times, ...(said || times.length < 2 ? [] : [NOT_A_CHANGE[language]])].join('\n\n');
}

/** The years asked for; a part without any goes by its own words. */
export function titleOf({ query, year_from, year_to }: SubQuery, language: Language): string {
  const fill = (text: Bilingual) =>
    text[language].replace('{from}', String(year_from)).replace('{to}', String(year_to));
  if (year_from === null) return year_to === null ? query : fill(UNTIL);
  return year_to === null ? fill(SINCE) : fill(BETWEEN);
}
