import { LIMIT } from '../question-cues.ts';
import { applyFormula, shareIn, wordsAround } from '../resolve-name.ts';
import { nearest, wordsOf } from '../statement.ts';
import type { Rule } from './rule.ts';

const OVER = /vượt|\b(?:above|over|exceed)/iu;
const COMPARES = /so sánh|compare/iu;

/** What a document says how to work out, held against a ceiling where one is asked about. */
export const byFormula: Rule = (problem) => {
  const { question, language, statements, formulas, given } = problem;
  const asked = wordsOf(`${question} ${rateMeant(question)}`, language);
  // Two syllables may stand apart by chance; as one word they stand together.
  const named = formulas.find(
    ({ name }) =>
      shareIn(wordsOf(name, language), asked) >= 0.99 &&
      (language === 'en' ||
        wordsOf(name, 'vi').size > 2 ||
        `${question} ${rateMeant(question)}`.toLowerCase().includes(name.toLowerCase())),
  );
  const formula = named ?? (LIMIT.test(question) ? formulaOfLimit() : undefined);
  // A name that only stands beside a figure is given, not asked for.
  const isGiven = (name: string) =>
    given.some(
      (figure) =>
        figure.unit === 'VND' &&
        shareIn(wordsOf(name, language), wordsOf(wordsAround(question, figure), language)) >= 0.99,
    );
  if (!formula || isGiven(formula.name)) return null;
  const value = applyFormula(formula, problem);
  if (!value) return null;
  const heads = given.find(
    (figure) =>
      !value.used.includes(figure) &&
      figure.unit === '' &&
      /^ ?(?:nhân viên|người|employees|staff|people)/iu.test(question.slice(figure.end)),
  );
  const whole = heads
    ? { ...value, expression: `${heads.id} * ${value.expression}`, used: [...value.used, heads] }
    : value;
  const limit = nearest(
    question,
    statements,
    language,
    ({ text, figures }) => LIMIT.test(text) && figures.length > 0,
  );
  const ceiling = limit?.figures.find(({ unit }) => unit === whole.unit);
  if (ceiling && LIMIT.test(question)) {
    const [more, less] = OVER.test(question)
      ? [whole.expression, ceiling.id]
      : [ceiling.id, whole.expression];
    return { expression: `${more} - ${less}`, unit: whole.unit, used: [...whole.used, ceiling] };
  }
  return ceiling && COMPARES.test(question) ? { ...whole, compare_with: ceiling.id } : whole;

  /** A ceiling says of what it is one. */
  function formulaOfLimit() {
    const ceilings = statements.filter(({ text }) => LIMIT.test(text));
    return formulas.find(({ name }) =>
      ceilings.some(({ text }) => shareIn(wordsOf(name, language), wordsOf(text, language)) >= 0.99),
    );
  }
};

/** What people call the rates that formulas are about. */
const RATE_NAMES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:a|one|an ordinary) day[’']s (?:pay|wage|work)\b/iu, 'daily rate'],
  [/\b(?:an|one) hour[’']s (?:pay|wage|work)\b/iu, 'hourly rate'],
  [
    /(?<!\p{L})(?:(?:một|1) ngày công|tiền công (?:một|1) ngày|(?:một|1) ngày lương)(?!\p{L})/iu,
    'lương ngày',
  ],
  [/(?<!\p{L})(?:(?:một|1) giờ công|tiền công (?:một|1) giờ|(?:một|1) giờ lương)(?!\p{L})/iu, 'lương giờ'],
];

function rateMeant(question: string): string {
  return RATE_NAMES.find(([pattern]) => pattern.test(question))?.[1] ?? '';
}
