import { bracketed, converts, forPeriod, inUnit } from './convert-unit.ts';
import type { Figure } from './figure.ts';
import { proRata } from './pro-rata.ts';
import { REMAINS, REST } from './question-cues.ts';
import { isRateName, type Problem, resolveName, type Value, valueOfFigure } from './resolve-name.ts';
import { nearest, type Statement } from './statement.ts';
import { AFTER_SUPPORT, SUPPORT } from './support-cues.ts';

/** What a statement comes to for this question: a rate of something, so many times, in the unit asked for. */
export function worthOf(
  statement: Statement,
  counts: readonly Figure[],
  problem: Problem,
  unit: string | null,
): Value | null {
  const figure = mainFigure(statement, unit);
  if (!figure) return null;
  if (figure.unit === '%' && unit === '%') return valueOfFigure(figure);
  const rated = figure.unit === '%' ? shareOf(figure, statement, problem) : valueOfFigure(figure);
  if (!rated) return null;
  const countable = counts.filter(
    (count) => !statement.figures.some((other) => other.value === count.value && other.unit === count.unit),
  );
  const partly = proRata(rated, statement, countable, problem);
  if (partly) return partly;
  const value = countable.reduce(
    (sum, count) => (sum.used.includes(count) ? sum : counted(sum, count, figure, problem.question)),
    afterSupport(rated, figure, problem),
  );
  const isCounted = countable.length > 0;
  return inUnit(isCounted ? value : forPeriod(value, figure, statement, problem.question), unit);
}

/** A percentage of what the statement names after it, or of the only money the asker spoke of. */
function shareOf(percent: Figure, { text }: Statement, problem: Problem): Value | null {
  const after = text.slice(text.indexOf(percent.text) + percent.text.length);
  const name = after.replace(/^\s*(?:of|của)?\s*(?:the\s)?/iu, '').split(/[.,;]/u)[0] ?? '';
  const known = problem.missing.length;
  const named = resolveName(name, problem);
  // A share of an hourly rate is no share of a salary.
  const other = named || isRateName(name) ? null : onlyMoney(problem.given);
  if (other) problem.missing.length = known;
  const base = named ?? other;
  if (!base) return null;
  const share = `${base.expression} * ${percent.id}`;
  return {
    expression: REST.test(problem.question) ? `(${base.expression} - ${share})` : share,
    unit: base.unit,
    used: [...base.used, percent],
  };
}

/** What is left to pay once another has paid a part of it. */
function afterSupport(value: Value, figure: Figure, { question, language, statements }: Problem): Value {
  if (!AFTER_SUPPORT.test(question)) return value;
  const support = nearest(
    question,
    statements,
    language,
    ({ text, figures }) => SUPPORT.test(text) && figures.some((one) => one.unit === value.unit),
  );
  const less = support?.figures.find((one) => one.unit === value.unit);
  if (!less || less.id === figure.id) return value;
  return { ...value, expression: `(${value.expression} - ${less.id})`, used: [...value.used, less] };
}

/** So many times; or, of what is measured alike, what is left. */
function counted(value: Value, count: Figure, figure: Figure, question: string): Value {
  const used = [...value.used, count];
  if (count.unit === '' || count.unit !== figure.unit)
    return { ...value, expression: `${count.id} * ${value.expression}`, used };
  const isSurplus = REMAINS.test(question) && count.value > figure.value;
  const [more, less] = isSurplus ? [count.id, value.expression] : [value.expression, count.id];
  return { ...value, expression: `${more} - ${bracketed(less)}`, used };
}

export function mainFigure({ figures }: Statement, unit: string | null): Figure | undefined {
  return (
    figures.findLast((figure) => figure.unit === unit) ??
    figures.findLast((figure) => figure.unit === 'VND') ??
    figures.findLast((figure) => figure.unit === '%') ??
    figures.findLast((figure) => unit !== null && converts(figure.unit, unit)) ??
    figures.findLast(() => true)
  );
}

function onlyMoney(given: readonly Figure[]): Value | null {
  const money = given.filter(({ unit }) => unit === 'VND');
  const [one] = money;
  return one && money.length === 1 ? valueOfFigure(one) : null;
}
