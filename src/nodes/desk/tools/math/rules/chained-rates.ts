import { periodIn } from '../convert-unit.ts';
import { EACH } from '../question-cues.ts';
import { nearest } from '../statement.ts';
import type { Rule } from './rule.ts';

/** So many hours a day, so many days a week: the hours of a week. */
export const chainedRates: Rule = ({ question, language, statements, given }, unit) => {
  const period = periodIn(question);
  if (period === null || unit === null || given.length > 0) return null;
  const rates = statements.filter(({ text, figures }) => EACH.test(text) && figures.length === 1);
  const outer = nearest(
    question,
    rates,
    language,
    ({ text, figures }) => periodIn(text) === period && figures[0]?.unit !== unit,
  );
  const step = outer?.figures[0];
  const inner = nearest(
    question,
    rates,
    language,
    ({ text, figures }) => step !== undefined && periodIn(text) === step.unit && figures[0]?.unit === unit,
  );
  const rate = inner?.figures[0];
  return step && rate ? { expression: `${rate.id} * ${step.id}`, unit, used: [rate, step] } : null;
};
