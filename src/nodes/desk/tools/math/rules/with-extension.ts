import { nearest } from '../statement.ts';
import type { Rule } from './rule.ts';

const EXTENDED = /\b(?:renew|extend|extension|prolong)|(?<!\p{L})gia hạn(?!\p{L})/iu;

/** A period and its extension together. */
export const withExtension: Rule = ({ question, language, statements }, unit) => {
  if (!EXTENDED.test(question) || unit === null) return null;
  const holds = (figures: readonly { unit: string }[]) => figures.some((figure) => figure.unit === unit);
  const longer = nearest(
    question,
    statements,
    language,
    ({ text, figures }) => EXTENDED.test(text) && holds(figures),
  );
  const basic = nearest(
    question,
    statements,
    language,
    ({ text, figures }) => !EXTENDED.test(text) && holds(figures),
  );
  const [base, more] = [basic, longer].map((one) => one?.figures.find((figure) => figure.unit === unit));
  return base && more ? { expression: `${base.id} + ${more.id}`, unit, used: [base, more] } : null;
};
