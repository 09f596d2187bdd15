import { REST, TOTAL } from '../question-cues.ts';
import { shareIn } from '../resolve-name.ts';
import { type Statement, wordsOf } from '../statement.ts';
import type { Rule } from './rule.ts';

/** The parts of one whole, listed in statements that begin alike. */
export const sumOfRates: Rule = ({ question, language, statements, given }, unit) => {
  const isRest = REST.test(question) && unit === 'VND';
  if (!TOTAL.test(question) && !isRest) return null;
  const wanted = unit === 'VND' ? '%' : unit;
  const rateIn = ({ figures }: Statement) => figures.find((figure) => figure.unit === wanted);
  // Statements that begin alike list the parts of one whole; those that begin as nothing in the question does do not belong.
  const groups = new Map<string, Statement[]>();
  for (const statement of statements.filter((one) => rateIn(one) !== undefined)) {
    const opening = statement.text.split(/\s+/u).slice(0, 3).join(' ').replace(/\d+/gu, '');
    if (shareIn(wordsOf(opening, language), wordsOf(question, language)) < 0.99) continue;
    groups.set(opening, [...(groups.get(opening) ?? []), statement]);
  }
  const alike = [...groups.values()].find((group) => group.length > 1) ?? [];
  const rates = alike.flatMap((statement) => rateIn(statement) ?? []);
  // Any other number of the question would have to count for something.
  const isOpen = given.some(({ unit: of, value }) => of !== 'VND' && value !== rates.length);
  if (rates.length < 2 || isOpen) return null;
  const sum = rates.map(({ id }) => id).join(' + ');
  const base = given.find(({ unit: of }) => of === 'VND');
  if (unit !== 'VND') return { expression: sum, unit: wanted ?? '', used: rates };
  if (!base) return null;
  const share = `${base.id} * (${sum})`;
  return { expression: isRest ? `${base.id} - ${share}` : share, unit: 'VND', used: [base, ...rates] };
};
