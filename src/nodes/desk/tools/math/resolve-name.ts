import type { Language } from '../../../../domain/language.ts';
import type { Figure } from './figure.ts';
import type { Formula } from './read-formulas.ts';
import { nearest, type Statement, termsOf, wordsOf } from './statement.ts';

export interface Problem {
  question: string;
  language: Language;
  /** The figures that the asker gave. */
  given: readonly Figure[];
  statements: readonly Statement[];
  formulas: readonly Formula[];
  /** Names that were looked for and have no value. */
  missing: string[];
}

/** A part of a calculation, and the figures in it. */
export interface Value {
  expression: string;
  unit: string;
  used: readonly Figure[];
}

const MAX_DEPTH = 5;
/** Share of a name's words that something must say to be what is meant. */
const NAMED_FROM = 0.5;
const WORDS_BEFORE = 5;
const WORDS_AFTER = 4;

export function valueOfFigure(figure: Figure): Value {
  return { expression: figure.id, unit: figure.unit, used: [figure] };
}

const SALARY = /lương cơ bản|\bsalary\b/iu;
const OTHER_SUM =
  /ngày|giờ|phí|giá|dự toán|\b(?:daily|hourly|rate|fee|cost|price|estimate|worth|value|premium)\b/iu;

/** What a name says it is measured in. */
const MEASURED_IN: readonly (readonly [string, RegExp])[] = [
  [
    'VND',
    /lương|phí|tiền|thưởng|phụ cấp|giá|dự toán|\b(?:salary|rate|pay|fee|cost|price|allowance|estimate|premium)\b/iu,
  ],
  ['day', /(?<!\p{L})ngày(?!\p{L})|\bdays?\b/iu],
  ['hour', /(?<!\p{L})giờ(?!\p{L})|\bhours?\b/iu],
  ['GB', /dung lượng|storage|quota|mailbox/iu],
];

/** What a name such as "daily rate" comes to: as the asker gave it, as a formula has it, or as a document states it. */
export function resolveName(name: string, problem: Problem, depth = 0): Value | null {
  if (depth > MAX_DEPTH) return null;
  const { question, language, given, statements, formulas } = problem;
  const wanted = wordsOf(name, language);
  if (wanted.size === 0) return null;
  const unit = MEASURED_IN.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
  const isThatRate = unit === 'VND' ? rateOf(name) : () => true;
  const fits = (figure: Figure) =>
    unit === null ? figure.unit !== '%' && figure.unit !== '' : figure.unit === unit;
  const meant = (text: string) => shareIn(wanted, wordsOf(text, language));
  const told = given
    .filter((figure) => fits(figure) && meant(wordsAround(question, figure)) >= NAMED_FROM)
    .filter((figure) => isThatRate(wordsAround(question, figure)))
    .sort((a, b) => meant(wordsAround(question, b)) - meant(wordsAround(question, a)))[0];
  const formula = formulas.find(
    (one) => meant(one.name) >= NAMED_FROM && shareIn(wordsOf(one.name, language), wanted) >= 0.99,
  );
  // What the asker calls by another name is that other thing: a monthly salary is no hourly rate.
  if (told && (!formula || meant(wordsAround(question, told)) >= 0.99)) return valueOfFigure(told);
  const pay = unit === 'VND' && SALARY.test(name) && !formula ? unnamedPay(question, given) : null;
  if (pay) return valueOfFigure(pay);
  if (formula) return applyFormula(formula, problem, depth) ?? (told ? valueOfFigure(told) : null);
  // Of what is stated under that name, the one that also speaks of the question: the asker's own grade, say.
  const context = new Set([...termsOf(name, language), ...termsOf(question, language)]);
  const stated = nearest(
    context,
    statements,
    language,
    // What a formula divides by is no value of that name.
    ({ text, figures, isFormula }) =>
      !isFormula && figures.some(fits) && meant(text) >= NAMED_FROM && isThatRate(text),
  );
  const figure = stated?.figures.find(fits);
  if (figure) return valueOfFigure(figure);
  problem.missing.push(name);
  return null;
}

/** What is paid by the day or by the hour: a monthly salary is neither. */
const RATES: readonly RegExp[] = [
  /(?<!\p{L})(?:ngày|daily)(?!\p{L})/iu,
  /(?<!\p{L})(?:giờ|hourly)(?!\p{L})/iu,
];

export function isRateName(name: string): boolean {
  return RATES.some((pattern) => pattern.test(name));
}

/** Whether a text speaks of the same kind of rate as a name does. */
function rateOf(name: string): (text: string) => boolean {
  const rates = RATES.filter((pattern) => pattern.test(name));
  return (text) => rates.every((pattern) => pattern.test(text));
}

/** The one sum that the asker gives without a name, or with that of a month: what they earn. */
function unnamedPay(question: string, given: readonly Figure[]): Figure | null {
  const money = given.filter(({ unit }) => unit === 'VND');
  const [one] = money;
  return one && money.length === 1 && !OTHER_SUM.test(wordsAround(question, one)) ? one : null;
}

export function applyFormula(formula: Formula, problem: Problem, depth = 0): Value | null {
  const left = resolveName(formula.left, problem, depth + 1);
  const right = formula.figure
    ? valueOfFigure(formula.figure)
    : resolveName(formula.right, problem, depth + 1);
  if (!left || !right) return null;
  return {
    expression: `${left.expression} ${formula.operator} ${right.expression}`,
    unit: left.unit,
    used: [...left.used, ...right.used],
  };
}

/** The words of the same clause on either side of a figure: an amount of money is named before it, a count after it. */
export function wordsAround(question: string, { start, end, text, unit }: Figure): string {
  const before =
    question
      .slice(0, start)
      .split(/[,;.?!](?:\s|$)/u)
      .at(-1) ?? '';
  const after = question.slice(end).split(/[,;.?!](?:\s|$)/u)[0] ?? '';
  return [
    ...before.trim().split(/\s+/u).slice(-WORDS_BEFORE),
    text,
    ...after
      .trim()
      .split(/\s+/u)
      .slice(0, unit === 'VND' ? 0 : WORDS_AFTER),
  ].join(' ');
}

export function shareIn(wanted: ReadonlySet<string>, held: ReadonlySet<string>): number {
  return wanted.size === 0 ? 0 : [...wanted].filter((term) => held.has(term)).length / wanted.size;
}
