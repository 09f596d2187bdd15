import { closestFor } from '../closest-statement.ts';
import { nounAtStart } from '../counted-noun.ts';
import { termsOf } from '../statement.ts';
import { mainFigure } from '../worth-of.ts';
import type { Rule } from './rule.ts';

const BUYS =
  /(?:mua|đổi) được (?:bao nhiêu|mấy) (\p{L}+)|how many (?:\p{L}+ ){0,2}(\p{L}+) (?:can|could|may|do) .{0,20}(?:buy|get|afford)/iu;

/** How many of something an amount of money buys. */
export const howManyFor: Rule = (problem) => {
  const { question, language, given } = problem;
  const bought = BUYS.exec(question);
  const money = given.filter(({ unit }) => unit === 'VND');
  const [budget] = money;
  if (!bought || !budget || money.length !== 1) return null;
  const statement = closestFor(termsOf(question, language), new Set(), problem, 'VND');
  const price = statement && mainFigure(statement, 'VND');
  if (price?.unit !== 'VND') return null;
  const unit = nounAtStart(bought[1] ?? bought[2] ?? '') ?? '';
  return { expression: `${budget.id} / ${price.id}`, unit, used: [budget, price] };
};
