import { bracketed, converts } from '../convert-unit.ts';
import { closeness, type Statement, termsOf, wordsOf } from '../statement.ts';
import { worthOf } from '../worth-of.ts';
import type { Rule } from './rule.ts';

const VERSIONS =
  /(?<!\p{L})(?:bản|quy định|phiên bản) (?:năm )?(?:\d{4}|mới|cũ)|\b(?:\d{4}|new|old|previous|current|former|earlier) (?:policy|policies|rules?|version|edition)/giu;

/** Whether a question is about two versions of a rule: then the earlier one counts too. */
export function comparesVersions(question: string): boolean {
  return new Set(question.toLowerCase().match(VERSIONS)).size >= 2;
}

/** How far the same rule of two versions differs: the two statements say the same but for the number. */
export const betweenVersions: Rule = (problem, unit) => {
  const { question, language, statements } = problem;
  if (!comparesVersions(question) || unit === null) return null;
  const asked = termsOf(question, language);
  const pairs = statements
    .flatMap((one, i) => statements.slice(i + 1).map((other) => ({ one, other })))
    .filter(({ one, other }) => isSameRule(one, other))
    .sort((a, b) => closeness(asked, b.one, statements) - closeness(asked, a.one, statements));
  for (const { one, other } of pairs) {
    const a = worthOf(one, [], problem, unit);
    const b = worthOf(other, [], problem, unit);
    if (!a || !b) continue;
    const isMore = (one.figures.at(-1)?.value ?? 0) >= (other.figures.at(-1)?.value ?? 0);
    const [more, less] = isMore ? [a, b] : [b, a];
    return {
      expression: `${bracketed(more.expression)} - ${bracketed(less.expression)}`,
      unit,
      used: [...more.used, ...less.used],
    };
  }
  return null;

  function isSameRule(one: Statement, other: Statement): boolean {
    const [a, b] = [wordsOf(one.text, language), wordsOf(other.text, language)];
    const [last, otherLast] = [one.figures.at(-1), other.figures.at(-1)];
    const fits =
      last !== undefined && (last.unit === unit || last.unit === '%' || converts(last.unit, unit ?? ''));
    const isOtherNumber = fits && last.unit === otherLast?.unit && last.value !== otherLast.value;
    return isOtherNumber && a.size === b.size && [...a].every((word) => b.has(word));
  }
};
