import { isRatedBy } from '../closest-statement.ts';
import type { Figure } from '../figure.ts';
import { closeness, type Statement, termsOf } from '../statement.ts';
import type { Rule } from './rule.ts';

/** Days at so much a day and nights at so much a night, together. */
export const eachAtItsRate: Rule = ({ question, language, statements, given }, unit) => {
  const counts = given.filter((figure) => figure.unit !== 'VND' && figure.unit !== '%');
  if (unit !== 'VND' || counts.length < 2 || new Set(counts.map((one) => one.unit)).size < counts.length)
    return null;
  const asked = termsOf(question, language);
  const rates = counts.map((count) => rateFor(count));
  if (rates.some((rate) => rate === null) || new Set(rates).size < rates.length) return null;
  const parts = counts.flatMap((count, i) => {
    const rate = rates[i]?.figures.find((figure) => figure.unit === unit);
    return rate ? [{ expression: `${count.id} * ${rate.id}`, used: [count, rate] }] : [];
  });
  if (parts.length < counts.length) return null;
  return {
    expression: parts.map(({ expression }) => expression).join(' + '),
    unit,
    used: parts.flatMap(({ used }) => used),
  };

  function rateFor(count: Figure): Statement | null {
    const fitting = statements
      .filter((one) => isRatedBy(one, count) && one.figures.some((figure) => figure.unit === unit))
      .map((statement) => ({ statement, score: closeness(asked, statement, statements) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    return fitting[0]?.statement ?? null;
  }
};
