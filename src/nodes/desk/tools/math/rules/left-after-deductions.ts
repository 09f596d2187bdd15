import { REMAINS } from '../question-cues.ts';
import { nearest } from '../statement.ts';
import type { Rule } from './rule.ts';

const DEDUCTS = /(?<!\p{L})(?:trừ|giảm)(?!\p{L})|\b(?:costs?|deduct|deducted|loses?|minus)\b/iu;

/** What is left of a whole when something was deducted so many times. */
export const leftAfterDeductions: Rule = ({ question, language, statements, given }, unit) => {
  const [times, other] = given;
  if (!REMAINS.test(question) || unit === null || !times || other || times.unit === unit) return null;
  const fits = (deducts: boolean) =>
    nearest(
      question,
      statements,
      language,
      ({ text, figures }) => DEDUCTS.test(text) === deducts && figures.some((one) => one.unit === unit),
    )?.figures.find((one) => one.unit === unit);
  const [whole, less] = [fits(false), fits(true)];
  if (!whole || !less || unit === 'VND') return null;
  return { expression: `${whole.id} - ${times.id} * ${less.id}`, unit, used: [whole, times, less] };
};
