import type { Figure } from './figure.ts';
import { PRO_RATA } from './question-cues.ts';
import { type Problem, shareIn, type Value } from './resolve-name.ts';
import { type Statement, wordsOf } from './statement.ts';

/** Share of a rule's words that the rule for part of the year has in common with it. */
const SAME_RULE_FROM = 0.4;
const OF_MONTHS = /tỷ lệ|trong \d+ tháng|proportion|out of/iu;

/** A yearly sum for those who worked part of the year; null where the whole is due. */
export function proRata(
  value: Value,
  statement: Statement,
  counts: readonly Figure[],
  { question, language, given, statements }: Problem,
): Value | null {
  const [worked, full] = counts.filter((count) => count.unit === 'month');
  // The question may say so, or a rule on the same thing.
  const saidOf = ({ text }: Statement) =>
    PRO_RATA.test(text) &&
    shareIn(wordsOf(statement.text, language), wordsOf(text, language)) >= SAME_RULE_FROM;
  if (
    worked &&
    full === undefined &&
    worked.value < 12 &&
    (PRO_RATA.test(question) || statements.some(saidOf))
  )
    return { ...value, expression: `${value.expression} * ${worked.id} / 12`, used: [...value.used, worked] };
  const [part, all, third] = given.filter((count) => count.unit === 'month');
  if (!part || !all || third || !OF_MONTHS.test(question)) return null;
  return {
    ...value,
    expression: `${value.expression} * ${part.id} / ${all.id}`,
    used: [...value.used, part, all],
  };
}
