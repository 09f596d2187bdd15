import type { BigNumber } from 'mathjs';
import { mathjs, RefusedExpression, walkExpression } from './walk-expression.ts';

/** Months in a year, minutes in an hour, and the like: the only numbers that need no source. */
const CALENDAR = new Set(['1', '3', '4', '7', '12', '24', '60', '100', '365', '1024']);

export type Evaluation = { ok: true; value: number } | { ok: false; problem: string };

/** The value of an expression over named figures. Anything but figures, the four operations and brackets is refused. */
export function evaluateExpression(expression: string, figures: ReadonlyMap<string, number>): Evaluation {
  const { bignumber } = mathjs();
  try {
    const value = walkExpression<BigNumber>(expression, {
      name(name) {
        const figure = figures.get(name);
        if (figure === undefined) throw new RefusedExpression('an unknown name');
        return bignumber(figure);
      },
      constant(written) {
        if (!CALENDAR.has(written)) throw new RefusedExpression('a number without a source');
        return bignumber(written);
      },
      negate: (one) => one.neg(),
      add: (left, right) => left.plus(right),
      subtract: (left, right) => left.minus(right),
      multiply: (left, right) => left.times(right),
      divide: (left, right) => left.div(right),
    }).toNumber();
    return Number.isFinite(value) ? { ok: true, value } : { ok: false, problem: 'not a finite number' };
  } catch (error) {
    return { ok: false, problem: error instanceof RefusedExpression ? error.message : 'not an expression' };
  }
}
