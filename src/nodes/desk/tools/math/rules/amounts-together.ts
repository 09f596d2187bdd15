import { closeness, termsOf } from '../statement.ts';
import type { Rule } from './rule.ts';
import { valuesOfSides } from './sides-of.ts';

const TOGETHER =
  /\b(?:together|including|plus|as well as)\b|(?<!\p{L})(?:gồm cả|kể cả|lẫn|cả tiền|cộng cả|tính cả|cùng với)(?!\p{L})/iu;

/** Two amounts that come together: an allowance and the meal with it. */
export const amountsTogether: Rule = (problem, unit) => {
  const { question, language, statements, given } = problem;
  // Several counts are each of something else.
  const counted = given.filter((figure) => figure.unit !== 'VND');
  if (!TOGETHER.test(question) || unit !== 'VND' || new Set(counted.map((one) => one.unit)).size > 1)
    return null;
  const asked = termsOf(question, language);
  const ranked = statements
    .filter(({ figures }) => figures.some((one) => one.unit === unit))
    .map((statement) => ({ statement, score: closeness(asked, statement, statements) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, 2);
  const amounts = ranked.flatMap(
    ({ statement }) => statement.figures.findLast((one) => one.unit === unit) ?? [],
  );
  const [one, other] = amounts;
  if (!one || !other || one.id === other.id) return bySides();
  const stated = ranked.flatMap(({ statement }) => statement.figures);
  const times = given.find(
    (count) => count.unit !== 'VND' && !stated.some((figure) => figure.value === count.value),
  );
  const sum = `(${one.id} + ${other.id})`;
  return {
    expression: times ? `${times.id} * ${sum}` : sum,
    unit,
    used: [one, other, ...(times ? [times] : [])],
  };

  /** What is not stated in money may still come to some: a share of a salary and another. */
  function bySides() {
    const [before = '', after = ''] = question.split(TOGETHER);
    const sides = valuesOfSides([before, after], problem, unit);
    if (!sides) return null;
    const [a, b] = sides;
    return { expression: `${a.expression} + ${b.expression}`, unit: 'VND', used: [...a.used, ...b.used] };
  }
};
