import type { Language } from '../../domain/language.ts';
import { analyzeText } from '../../retrieval/analysis/analyze-text.ts';
import { expandQuery } from '../../retrieval/analysis/medical-terms.ts';
import { FRAMING_TERMS } from '../../retrieval/analysis/tables/framing-words.ts';

/** A query in other words: first without those that only say how it is asked, then by the tables' words for the rest. */
export function relaxQuery(query: string, language: Language, round: number): string {
  const bare = withoutFraming(query, language);
  return round % 2 === 0 && bare !== query ? bare : inOtherWords(bare, language);
}

function withoutFraming(query: string, language: Language): string {
  const words = query.split(/\s+/u);
  const telling = words.filter((word) => {
    const terms = analyzeText(word, language);
    return terms.length > 0 && !terms.every((term) => FRAMING_TERMS[language].has(term));
  });
  return telling.length === 0 ? query : telling.join(' ');
}

/** Each phrase that the tables know by its first other name. */
function inOtherWords(query: string, language: Language): string {
  return expandQuery(query, language).reduce((text, { phrase, alternatives }) => {
    const at = phrase === '' ? -1 : text.toLowerCase().indexOf(phrase.toLowerCase());
    const [other] = alternatives;
    if (at === -1 || other === undefined) return text;
    return `${text.slice(0, at)}${other}${text.slice(at + phrase.length)}`;
  }, query);
}
