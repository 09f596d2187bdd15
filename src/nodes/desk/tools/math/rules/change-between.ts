import { closeness, termsOf } from '../statement.ts';
import type { Rule } from './rule.ts';

const YEAR = /(?<!\d)(?:19|20)\d{2}(?!\d)/gu;

/** How much something grew from one year to another. */
export const changeBetween: Rule = ({ question, language, statements }, unit) => {
  const [from, to] = [...new Set(question.match(YEAR))].sort();
  if (!from || !to || unit === null) return null;
  const asked = termsOf(question, language);
  const [first, last] = [from, to].map((year) =>
    statements
      .filter(({ text, figures }) => text.includes(year) && figures.some((figure) => figure.unit === unit))
      .sort((a, b) => closeness(asked, b, statements) - closeness(asked, a, statements))[0]
      ?.figures.find((figure) => figure.unit === unit),
  );
  if (!first || !last || first.id === last.id) return null;
  return { expression: `${last.id} - ${first.id}`, unit, used: [last, first] };
};
