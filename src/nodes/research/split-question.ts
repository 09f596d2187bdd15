import type { Language } from '../../domain/language.ts';
import type { QuestionType } from './question-type.ts';
import { splitComparison } from './split-comparison.ts';
import { splitSteps } from './split-steps.ts';
import { splitTimes } from './split-times.ts';
import { MAX_SUB_QUERIES } from './sub-query.ts';

/** Who writes more than this asks for no comparison in two words. */
const MAX_READ = 1_000;

/** The parts of a question, by its own words; the question itself where it cannot be told apart. */
export function splitQuestion(asked: {
  question: string;
  language: Language;
  type: QuestionType;
  year: number;
}): string[] {
  const parts = partsOf({ ...asked, question: asked.question.slice(0, MAX_READ) }).map(capitalised);
  const distinct = [...new Set(parts)];
  return distinct.length < 2 ? [asked.question.trim()] : distinct.slice(0, MAX_SUB_QUERIES);
}

function partsOf(asked: Parameters<typeof splitQuestion>[0]): string[] {
  if (asked.type === 'COMPARATIVE') return splitComparison(asked.question, asked.language);
  if (asked.type === 'MULTI_STEP') return splitSteps(asked.question, asked.language);
  return asked.type === 'TEMPORAL' ? splitTimes(asked) : [];
}

export function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
