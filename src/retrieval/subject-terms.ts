import { drugNamesIn } from '../domain/drug-names.ts';
import type { Language } from '../domain/language.ts';
import { analyzeText } from './analysis/analyze-text.ts';

/** The terms of a question that an answer must speak of: the drugs it names. */
export function subjectTerms(question: string, language: Language): string[] {
  return [...new Set(drugNamesIn(question).flatMap((name) => analyzeText(name, language)))];
}
