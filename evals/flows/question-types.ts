import type { Language } from '../../src/domain/language.ts';
import { typeFromCues } from '../../src/flows/research/steps/classify-question.ts';
import type { QuestionType } from '../../src/flows/research/sub-query.ts';
import { loadSet, type Split } from './load-set.ts';
import { type SuiteReport, share } from './suite.ts';

interface Item {
  id: string;
  split: Split;
  language: Language;
  question: string;
  type: QuestionType;
}

/** What kind of question it is, by rules; and whether rules are right where no model would be asked. */
export function measureQuestionTypes(): SuiteReport {
  const items = loadSet<Item>('question-types');
  const describe = ({ id, question }: Item) => `${id} ${question}`;
  const isRight = ({ question, language, type }: Item) => typeFromCues(question, language).type === type;
  const certain = items.filter(({ question, language }) => typeFromCues(question, language).certain);
  return {
    name: 'question-types',
    figures: [
      share('right', items, isRight, { floor: 0.85, describe }),
      share('right where certain', certain, isRight, { floor: 0.98, describe }),
    ],
  };
}
