import type { Language } from '../../domain/language.ts';
import { analyzeText } from '../../retrieval/analysis/analyze-text.ts';
import { FRAMING_TERMS } from '../../retrieval/analysis/tables/framing-words.ts';

/** The words of a question that do not only say how it is asked, in their order. */
export function tellingWords(question: string, language: Language): string[] {
  const words = question.match(/[\p{L}\p{N}]+(?:[.,]\p{N}+)?/gu) ?? [];
  const tells = (word: string) => {
    // As it is typed: "bão", a storm, is not "bao", how much.
    const [term] = analyzeText(word, language);
    return term !== undefined && !FRAMING_TERMS[language].has(term);
  };
  return words.filter(tells);
}
