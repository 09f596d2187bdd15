import type { Language } from '../../../../../domain/language.ts';
import { closestFor } from '../closest-statement.ts';
import { REMAINS } from '../question-cues.ts';
import { termsOf } from '../statement.ts';
import { mainFigure, worthOf } from '../worth-of.ts';
import type { Rule } from './rule.ts';

const JOINT = /\s+(?:và|and)\s+|,\s+/iu;

/** What the question counts, each at its own rate, together. */
export const countedItems: Rule = (problem, asked) => {
  const { question, language, given } = problem;
  const counts = given.filter(({ unit: of }) => of !== 'VND' && of !== '%');
  // Of what is left of something, as much as there was of it.
  const unit =
    asked ?? (REMAINS.test(question) ? (counts.find(({ unit: of }) => of !== '')?.unit ?? null) : null);
  const whole = termsOf(question, language);
  const parts = partsOf(question)
    .map(({ text, start, end }) => ({
      text,
      own: counts.filter((one) => one.start >= start && one.end <= end),
    }))
    .filter(({ own }) => own.length > 0);
  if (parts.length > 1) {
    const items = parts.map(({ text, own }) => {
      const statement = closestFor(termsOf(text, language), whole, problem, unit, own);
      const measuresAlike = own.some(
        (count) => count.unit !== '' && count.unit === (statement && mainFigure(statement, unit)?.unit),
      );
      return statement && !measuresAlike
        ? { statement, value: worthOf(statement, own, problem, unit) }
        : null;
    });
    const values = items.flatMap((item) => item?.value ?? []);
    if (
      values.length === parts.length &&
      new Set(items.map((item) => item?.statement)).size === items.length
    ) {
      return {
        expression: values.map(({ expression }) => expression).join(' + '),
        unit: values[0]?.unit ?? '',
        used: values.flatMap(({ used }) => used),
      };
    }
  }
  const statement = closestFor(whole, askedFor(question, language), problem, unit);
  return statement ? worthOf(statement, counts, problem, unit) : null;
};

function partsOf(question: string): { text: string; start: number; end: number }[] {
  const parts: { text: string; start: number; end: number }[] = [];
  let start = 0;
  for (const joint of question.matchAll(new RegExp(JOINT, 'giu'))) {
    parts.push({ text: question.slice(start, joint.index), start, end: joint.index });
    start = joint.index + joint[0].length;
  }
  return [...parts, { text: question.slice(start), start, end: question.length }];
}

/** The thing that is asked for: "what deposit …", "… phụ cấp là bao nhiêu". */
function askedFor(question: string, language: Language): Set<string> {
  const noun = /\b(?:what|which) (\p{L}+)/iu.exec(question)?.[1] ?? '';
  return termsOf(noun, language);
}
