import { closestFor } from '../closest-statement.ts';
import type { Figure } from '../figure.ts';
import { type Problem, shareIn, type Value, valueOfFigure, wordsAround } from '../resolve-name.ts';
import { type Statement, termsOf, wordsOf } from '../statement.ts';
import { worthOf } from '../worth-of.ts';

/** What each of two things that a question compares comes to. What the second leaves unsaid is as in the first. */
export function valuesOfSides(
  sides: readonly [string, string],
  problem: Problem,
  unit: string | null,
): [Value, Value] | null {
  const { question, language, given } = problem;
  const first = statementFor(sides[0], []);
  const second = statementFor(sides[1], first ? [first] : []);
  const [a, b] = [worth(first, sides[0]), worth(second, sides[1])];
  return a && b && a.expression !== b.expression ? [a, b] : null;

  /** What the asker gave under the very name, or what a document states. */
  function worth(statement: Statement | null, side: string): Value | null {
    const wanted = wordsOf(side, language);
    const told = given.find(
      (figure) =>
        figure.unit === 'VND' &&
        unit === 'VND' &&
        !side.includes(figure.text) &&
        wanted.size > 1 &&
        shareIn(wanted, wordsOf(wordsAround(question, figure), language)) >= 0.99,
    );
    if (told) return valueOfFigure(told);
    return statement ? worthOf(statement, countsIn(side), problem, unit) : null;
  }

  function countsIn(side: string): Figure[] {
    return given.filter((figure) => figure.unit !== 'VND' && side.includes(figure.text));
  }

  function statementFor(side: string, taken: readonly Statement[]): Statement | null {
    const others = { ...problem, statements: problem.statements.filter((one) => !taken.includes(one)) };
    return closestFor(termsOf(side, language), termsOf(sides[0], language), others, unit);
  }
}
