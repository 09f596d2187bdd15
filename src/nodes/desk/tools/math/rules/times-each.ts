import { EACH, TOTAL } from '../question-cues.ts';
import { nearest } from '../statement.ts';
import type { Rule } from './rule.ts';

/** Several times a stated amount within one statement: five visits, one day each. */
export const timesEach: Rule = ({ question, language, statements, given }, unit) => {
  if (!TOTAL.test(question) || given.length > 0 || unit === null) return null;
  const each = nearest(
    question,
    statements,
    language,
    ({ text, figures }) =>
      EACH.test(text) && figures.length === 2 && figures.some((one) => one.unit === unit),
  );
  const [times, amount] = each?.figures ?? [];
  if (!times || !amount || amount.unit !== unit || times.unit === unit) return null;
  return { expression: `${times.id} * ${amount.id}`, unit, used: [times, amount] };
};
