import type { Figure } from '../figure.ts';
import { EACH, EXTRA } from '../question-cues.ts';
import { nearest } from '../statement.ts';
import type { Rule } from './rule.ts';

/** A basic entitlement, and more of it for each of something: a day for every five years. */
export const withExtras: Rule = (problem, unit) => {
  const { question, language, statements, given } = problem;
  if (unit === null) return null;
  const extra = nearest(
    question,
    statements,
    language,
    ({ text, figures }) => EXTRA.test(text) && EACH.test(text) && figures.some((one) => one.unit === unit),
  );
  const gain = extra?.figures.find((one) => one.unit === unit);
  const count = given.find(
    (one) => one.unit !== unit && (one.unit !== '' || extra?.text.includes(wordAfter(question, one))),
  );
  if (!extra || !gain || !count) return null;
  const step = extra.figures.find((one) => one !== gain && one.unit === count.unit && one.unit !== '');
  const basic = nearest(
    question,
    statements,
    language,
    (one) => one !== extra && !EXTRA.test(one.text) && one.figures.some((figure) => figure.unit === unit),
  );
  const base = basic?.figures.find((one) => one.unit === unit);
  // Only whole steps count, and a part of one is not worked out here.
  const isWhole = !step || count.value % step.value === 0;
  if (!base || !isWhole || (count.unit !== '' && !step)) return null;
  const times = step ? `${count.id} / ${step.id}` : count.id;
  return {
    expression: `${base.id} + ${times} * ${gain.id}`,
    unit,
    used: [base, count, gain, ...(step ? [step] : [])],
  };
};

function wordAfter(question: string, { end }: Figure): string {
  return /^ (\p{L}+)/u.exec(question.slice(end))?.[1] ?? '\u0000';
}
