import { bracketed } from '../convert-unit.ts';
import type { Rule } from './rule.ts';
import { valuesOfSides } from './sides-of.ts';

const VIETNAMESE = /^(.+?) gấp (?:bao nhiêu|mấy) lần (.+)$/iu;
/** "How many times B is A", "How many times as high as B is A". */
const ENGLISH =
  /how many times (?:(?:as \p{L}+ as|higher than|larger than|more than) )?(.+?) (?:is|are|does) (.+)$/iu;

/** How many times one thing is another. */
export const ratio: Rule = (problem) => {
  const vietnamese = VIETNAMESE.exec(problem.question);
  const english = ENGLISH.exec(problem.question);
  const sides: [string, string] | null = vietnamese
    ? [vietnamese[1] ?? '', vietnamese[2] ?? '']
    : english
      ? [english[2] ?? '', english[1] ?? '']
      : null;
  const values = sides && valuesOfSides(sides, problem, null);
  if (!values || values[0].unit !== values[1].unit) return null;
  const [a, b] = values;
  return {
    expression: `${bracketed(a.expression)} / ${bracketed(b.expression)}`,
    unit: 'time',
    used: [...a.used, ...b.used],
  };
};
