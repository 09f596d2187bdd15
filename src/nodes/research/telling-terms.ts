import type { Language } from '../../domain/language.ts';
import { analyzeText } from '../../retrieval/analysis/analyze-text.ts';
import { FRAMING_TERMS } from '../../retrieval/analysis/tables/framing-words.ts';

/** The terms of a text that say what it is about, each once: not those that say how it is asked. */
export function tellingTermsOf(text: string, language: Language): Set<string> {
  return new Set(analyzeText(text, language).filter((term) => !FRAMING_TERMS[language].has(term)));
}
