import { labelsIn } from '../../../conflicts/read-labels.ts';
import { TOTAL } from '../question-cues.ts';
import { closeness, termsOf } from '../statement.ts';
import type { Rule } from './rule.ts';

/** Things told apart by a label, together: route 1 and route 3. */
export const sumOfNamed: Rule = ({ question, language, statements }, unit) => {
  const labels = [...labelsIn(question)];
  if (labels.length < 2 || unit === null || !TOTAL.test(question)) return null;
  const asked = termsOf(question, language);
  const figures = labels.flatMap((label) => {
    const named = statements
      .filter(
        ({ text, figures: of }) => labelsIn(text).has(label) && of.some((figure) => figure.unit === unit),
      )
      .sort((a, b) => closeness(asked, b, statements) - closeness(asked, a, statements));
    return named[0]?.figures.find((figure) => figure.unit === unit) ?? [];
  });
  if (figures.length !== labels.length) return null;
  return { expression: figures.map(({ id }) => id).join(' + '), unit, used: figures };
};
