import { shareIn } from '../resolve-name.ts';
import { nearest, termsOf, wordsOf } from '../statement.ts';
import type { Rule } from './rule.ts';

const ALIKE = /(?<!\p{L})(?:cùng|tương ứng)(?!\p{L})|\bsame\b|\bcorresponding\b/iu;

/** A share of what something else comes to, told by a word that only this rate has: on call at home, at 40% of the same day's. */
export const shareOfAnother: Rule = (problem, unit) => {
  const { question, language, statements, given } = problem;
  const asked = termsOf(question, language);
  const words = wordsOf(question, language);
  const rate = statements.find(
    ({ text, figures }) =>
      ALIKE.test(text) &&
      figures.some((figure) => figure.unit === '%') &&
      shareIn(wordsOf(text.split(/\d/u)[0] ?? '', language), words) >= 0.99,
  );
  const percent = rate?.figures.find((figure) => figure.unit === '%');
  if (!rate || !percent || unit === '%') return null;
  const others = statements.filter((one) => one !== rate);
  const whole = nearest(asked, others, language, ({ figures }) =>
    figures.some((figure) => figure.unit === 'VND'),
  );
  const base = whole?.figures.find((figure) => figure.unit === 'VND');
  if (!base) return null;
  // A count that no statement has is how often: three duties of 24 hours.
  const times = given.find(
    ({ value, unit: of }) =>
      of !== 'VND' &&
      of !== '%' &&
      !statements.some(({ figures }) => figures.some((one) => one.value === value && one.unit === of)),
  );
  const share = `${base.id} * ${percent.id}`;
  return {
    expression: times ? `${times.id} * ${share}` : share,
    unit: 'VND',
    used: [base, percent, ...(times ? [times] : [])],
  };
};
