import { askedUnit } from './asked-unit.ts';
import { type CalculationPlan, type Figure, NO_CALCULATION } from './figure.ts';
import type { PlanInput } from './plan-calculation.task.ts';
import { readFormulas } from './read-formulas.ts';
import {
  applyFormula,
  type Problem,
  resolveName,
  shareIn,
  type Value,
  valueOfFigure,
  wordsAround,
} from './resolve-name.ts';
import { closeness, nearest, readStatements, type Statement, termsOf, wordsOf } from './statement.ts';

/** How long something lasts, from one time of day to another. */
const LASTS = /\blong\b|\blast|\bopen\b|(?<!\p{L})(?:dài|kéo dài|khoảng thời gian|mở cửa)(?!\p{L})/iu;
const SHARE = /chiếm (?:bao nhiêu|mấy) phần trăm|(?:percentage|share|proportion) of .* (?:is|are)\b/iu;
const MORE_THAN =
  /(?<!\p{L})(?:cao|nhiều|lớn|dài|đắt|thấp|ít|rẻ) hơn(?!\p{L})|\b(?:higher|more|larger|longer|dearer|cheaper|less|lower|greater)\b(?=.*\bthan\b)/iu;
const PERCENT_MORE = /by what percent|how many per ?cent|bao nhiêu phần trăm/iu;
const LIMIT = /(?<!\p{L})(?:trần|hạn mức)(?!\p{L})|\bceiling\b/iu;
const OVER = /vượt|\b(?:above|over|exceed)/iu;
const COMPARES = /so sánh|compare/iu;
const REMAINS = /(?<!\p{L})(?:còn|nữa|mất)(?!\p{L})|\b(?:left|remain|remaining|more|lost|still)\b/iu;
const TOTAL = /(?<!\p{L})tổng(?!\p{L})|\b(?:total|altogether|all)\b/iu;
const AFTER_SUPPORT = /sau khi .*hỗ trợ|\bafter .*(?:contribution|subsidy|support)/iu;
const SUPPORT = /hỗ trợ|contribut|subsid/iu;
const ALIKE = /(?<!\p{L})(?:cùng|tương ứng)(?!\p{L})|\bsame\b|\bcorresponding\b/iu;
const TOGETHER =
  /\b(?:together|including|plus|as well as)\b|(?<!\p{L})(?:gồm cả|kể cả|cả tiền|cộng cả|tính cả|cùng với)(?!\p{L})/iu;
const EXTRA = /(?<!\p{L})thêm(?!\p{L})|\b(?:extra|additional|further)\b/iu;
const EACH = /(?<!\p{L})(?:mỗi|cứ)(?!\p{L})|\b(?:each|every|per)\b/iu;
const MONTHLY =
  /(?<!\p{L})(?:một|mỗi|hằng|hàng) tháng(?!\p{L})|\b(?:monthly|per month|a month|each month)\b/iu;
const YEARLY = /(?<!\p{L})(?:một|mỗi|hằng) năm(?!\p{L})|\b(?:per year|a year|yearly)\b/iu;
const CONTEXT_SHARE = 0.4;
const JOINT = /\s+(?:và|and)\s+|,\s+/iu;
const MINUTES_IN: Readonly<Record<string, string>> = { hour: '60', minute: '1' };

type Rule = (problem: Problem, unit: string | null) => (Value & { compare_with?: string }) | null;

/** Lays out a calculation by the documents' own formulas and rates and by what the question counts. */
export function planByRules({ question, language, figures, statements }: PlanInput): CalculationPlan {
  const asked = askedUnit(question);
  const noun = asked === null ? countedNoun(question) : null;
  const measured = figures.map((figure) =>
    noun !== null && counts(figure, noun) ? { ...figure, unit: noun } : figure,
  );
  const read = readStatements(statements, measured, language);
  const given = measured.filter(({ passage_id }) => passage_id === null);
  const problem: Problem = { question, language, given, statements: read, formulas: readFormulas(read) };
  const unit = asked ?? (measured.some((figure) => figure.unit === noun) ? noun : null);
  for (const rule of RULES) {
    const found = rule(problem, unit);
    if (found)
      return { expression: found.expression, unit: found.unit, compare_with: found.compare_with ?? null };
  }
  return NO_CALCULATION;
}

/** What is counted where no unit is asked for: pages, people, beds. */
function countedNoun(question: string): string | null {
  return /(?:bao nhiêu|mấy|how many(?: more)?) (\p{L}{3,})/iu.exec(question)?.[1]?.toLowerCase() ?? null;
}

function counts({ unit, sentence, text }: Figure, noun: string): boolean {
  const after = sentence
    .slice(sentence.indexOf(text) + text.length)
    .trimStart()
    .toLowerCase();
  return unit === '' && after.startsWith(noun);
}

const timeSpan: Rule = ({ question, language, statements }, unit) => {
  if (!LASTS.test(question) || unit === null || !(unit in MINUTES_IN)) return null;
  const span = nearest(question, statements, language, ({ figures }) => clocksIn(figures).length >= 2);
  const [from, to] = clocksIn(span?.figures ?? []);
  if (!from || !to) return null;
  const minutes = `(${to.id} - ${from.id})`;
  return { expression: unit === 'hour' ? `${minutes} / 60` : minutes, unit, used: [from, to] };
};

const shareOfWhole: Rule = ({ question, language, statements }) => {
  if (!SHARE.test(question)) return null;
  const [part = '', whole = ''] = question.split(/chiếm (?:bao nhiêu|mấy) phần trăm|\b(?:is|are)\b/iu);
  const [one, other] = [figureNamed(part), figureNamed(whole)];
  if (!one || !other || one.id === other.id) return null;
  return { expression: `${one.id} / ${other.id}`, unit: '%', used: [one, other] };

  function figureNamed(name: string): Figure | null {
    const wanted = wordsOf(name, language);
    const named = statements.flatMap(({ text, figures }) =>
      figures.map((figure) => {
        const after =
          /^ (\p{L}+ ?\p{L}*)/u.exec(text.slice(text.indexOf(figure.text) + figure.text.length))?.[1] ?? '';
        return { figure, share: shareIn(wordsOf(after, language), wanted) };
      }),
    );
    return named.sort((a, b) => b.share - a.share).find(({ share }) => share > 0)?.figure ?? null;
  }
};

/** What is left of what the asker says they have. */
const leftOfGiven: Rule = ({ question, given }) => {
  if (!REMAINS.test(question)) return null;
  const [one, other] = given.filter(({ unit }) => unit !== '' && unit !== 'VND' && unit !== '%');
  if (!one || !other || one.unit !== other.unit || given.length !== 2) return null;
  const [more, less] = one.value >= other.value ? [one, other] : [other, one];
  return { expression: `${more.id} - ${less.id}`, unit: one.unit, used: [more, less] };
};

/** A share of what something else comes to, told by a word that only this rate has: on call at home, at 40% of the same day's. */
const shareOfAnother: Rule = (problem, unit) => {
  const { question, language, statements } = problem;
  const asked = termsOf(question, language);
  const words = wordsOf(question, language);
  const rate = statements.find(
    ({ text, figures }) =>
      ALIKE.test(text) &&
      figures.some((figure) => figure.unit === '%') &&
      shareIn(wordsOf(text.split(/\d/u)[0] ?? '', language), words) >= 0.99,
  );
  const percent = rate?.figures.find((figure) => figure.unit === '%');
  if (!rate || !percent || unit === '%') return null;
  const others = statements.filter((one) => one !== rate);
  const whole = nearest(asked, others, language, ({ figures }) =>
    figures.some((figure) => figure.unit === 'VND'),
  );
  const base = whole?.figures.find((figure) => figure.unit === 'VND');
  return base ? { expression: `${base.id} * ${percent.id}`, unit: 'VND', used: [base, percent] } : null;
};

/** Several times a stated amount within one statement: five visits, one day each. */
const timesEach: Rule = ({ question, language, statements, given }, unit) => {
  if (!TOTAL.test(question) || given.length > 0 || unit === null) return null;
  const each = nearest(
    question,
    statements,
    language,
    ({ text, figures }) =>
      EACH.test(text) && figures.length === 2 && figures.some((one) => one.unit === unit),
  );
  const [times, amount] = each?.figures ?? [];
  if (!times || !amount || amount.unit !== unit || times.unit === unit) return null;
  return { expression: `${times.id} * ${amount.id}`, unit, used: [times, amount] };
};

/** Two amounts that come together: an allowance and the meal with it. */
const amountsTogether: Rule = (problem, unit) => {
  const { question, language, statements, given } = problem;
  if (!TOGETHER.test(question) || unit !== 'VND') return null;
  const asked = termsOf(question, language);
  const ranked = statements
    .filter(({ figures }) => figures.some((one) => one.unit === unit))
    .map((statement) => ({ statement, score: closeness(asked, statement, statements) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, 2);
  const amounts = ranked.flatMap(
    ({ statement }) => statement.figures.findLast((one) => one.unit === unit) ?? [],
  );
  const [one, other] = amounts;
  if (!one || !other || one.id === other.id) return null;
  const stated = ranked.flatMap(({ statement }) => statement.figures);
  const times = given.find(
    (count) => count.unit !== 'VND' && !stated.some((figure) => figure.value === count.value),
  );
  const sum = `(${one.id} + ${other.id})`;
  return {
    expression: times ? `${times.id} * ${sum}` : sum,
    unit,
    used: [one, other, ...(times ? [times] : [])],
  };
};

const difference: Rule = (problem, unit) => {
  const { question, language, given } = problem;
  if (!MORE_THAN.test(question) || LIMIT.test(question)) return null;
  const [before = '', after = ''] = question.split(MORE_THAN);
  const hasThan = /\bthan\b/iu.test(after);
  const [middle = '', end = ''] = after.split(/\bthan\b/iu);
  // "How much higher is A than B", "A cao hơn B bao nhiêu".
  const sides = hasThan
    ? [/\p{L}/u.test(middle.replace(/\bis\b/iu, '')) ? middle : before, end]
    : [before, after];
  const measured = PERCENT_MORE.test(question) ? null : unit;
  const first = statementFor(sides[0] ?? '', []);
  const second = statementFor(sides[1] ?? '', first ? [first] : []);
  const [a, b] = [first, second].map((statement, i) =>
    statement ? worthOf(statement, countsIn(sides[i] ?? ''), problem, measured) : null,
  );
  if (!a || !b || a.expression === b.expression) return null;
  const used = [...a.used, ...b.used];
  if (PERCENT_MORE.test(question) && hasThan)
    return { expression: `(${a.expression} - ${b.expression}) / ${b.expression}`, unit: '%', used };
  return {
    expression: `${bracketed(a.expression)} - ${bracketed(b.expression)}`,
    unit: unit ?? a.unit,
    used,
  };

  function countsIn(side: string): Figure[] {
    return given.filter((figure) => figure.unit !== 'VND' && side.includes(figure.text));
  }

  /** What the second side leaves unsaid is as in the first. */
  function statementFor(side: string, taken: readonly Statement[]): Statement | null {
    const others = { ...problem, statements: problem.statements.filter((one) => !taken.includes(one)) };
    return closestFor(termsOf(side, language), termsOf(sides[0] ?? '', language), others, measured);
  }
};

const byFormula: Rule = (problem) => {
  const { question, language, statements, formulas, given } = problem;
  const asked = wordsOf(question, language);
  // Two syllables may stand apart by chance; as one word they stand together.
  const formula = formulas.find(
    ({ name }) =>
      shareIn(wordsOf(name, language), asked) >= 0.99 &&
      (language === 'en' ||
        wordsOf(name, 'vi').size > 2 ||
        question.toLowerCase().includes(name.toLowerCase())),
  );
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
};

const sumOfRates: Rule = ({ question, language, statements, given }, unit) => {
  if (!TOTAL.test(question)) return null;
  const wanted = unit === 'VND' ? '%' : unit;
  const rateIn = ({ figures }: Statement) => figures.find((figure) => figure.unit === wanted);
  // Statements that begin alike list the parts of one whole; those that begin as nothing in the question does do not belong.
  const groups = new Map<string, Statement[]>();
  for (const statement of statements.filter((one) => rateIn(one) !== undefined)) {
    const opening = statement.text.split(/\s+/u).slice(0, 3).join(' ').replace(/\d+/gu, '');
    if (shareIn(wordsOf(opening, language), wordsOf(question, language)) < 0.99) continue;
    groups.set(opening, [...(groups.get(opening) ?? []), statement]);
  }
  const alike = [...groups.values()].find((group) => group.length > 1) ?? [];
  const rates = alike.flatMap((statement) => rateIn(statement) ?? []);
  // Any other number of the question would have to count for something.
  const isOpen = given.some(({ unit: of, value }) => of !== 'VND' && value !== rates.length);
  if (rates.length < 2 || isOpen) return null;
  const sum = rates.map(({ id }) => id).join(' + ');
  const base = given.find(({ unit: of }) => of === 'VND');
  if (unit !== 'VND') return { expression: sum, unit: wanted ?? '', used: rates };
  return base ? { expression: `${base.id} * (${sum})`, unit: 'VND', used: [base, ...rates] } : null;
};

/** A basic entitlement, and more of it for each of something: a day for every five years. */
const withExtras: Rule = (problem, unit) => {
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
  if (!base || (count.unit !== '' && !step)) return null;
  const times = step ? `${count.id} / ${step.id}` : count.id;
  return { expression: `${base.id} + ${times} * ${gain.id}`, unit, used: [base, count, gain] };
};

function wordAfter(question: string, { end }: Figure): string {
  return /^ (\p{L}+)/u.exec(question.slice(end))?.[1] ?? '\u0000';
}

/** What the question counts, each at its own rate, together. */
const countedItems: Rule = (problem, asked) => {
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
      const statement = closestFor(termsOf(text, language), whole, problem, unit);
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
function askedFor(question: string, language: PlanInput['language']): Set<string> {
  const noun = /\b(?:what|which) (\p{L}+)/iu.exec(question)?.[1] ?? '';
  return termsOf(noun, language);
}

const RULES: readonly Rule[] = [
  leftOfGiven,
  shareOfAnother,
  timesEach,
  amountsTogether,
  timeSpan,
  shareOfWhole,
  difference,
  byFormula,
  sumOfRates,
  withExtras,
  countedItems,
];

/** The statement a part of the question is priced by; what stands around the part counts less. */
function closestFor(
  terms: ReadonlySet<string>,
  context: ReadonlySet<string>,
  { question, statements }: Problem,
  unit: string | null,
): Statement | null {
  let best: Statement | null = null;
  let bestScore = 0;
  for (const candidate of statements) {
    const fits = candidate.figures.some((figure) => fitsUnit(figure.unit, unit));
    if (!fits || (AFTER_SUPPORT.test(question) && SUPPORT.test(candidate.text))) continue;
    const own = closeness(terms, candidate, statements);
    const score = own + CONTEXT_SHARE * closeness(context, candidate, statements);
    if (own > 0 && score > bestScore) [best, bestScore] = [candidate, score];
  }
  return best;
}

function fitsUnit(of: string, unit: string | null): boolean {
  if (unit === null) return of !== '';
  return of === unit || of === '%' || converts(of, unit) || (unit === 'point' && of === '');
}

/** What a statement comes to for this question: a rate of something, so many times, in the unit asked for. */
function worthOf(
  statement: Statement,
  counts: readonly Figure[],
  problem: Problem,
  unit: string | null,
): Value | null {
  const { question, language, given, statements } = problem;
  const figure = mainFigure(statement, unit);
  if (!figure) return null;
  let value: Value = valueOfFigure(figure);
  const countable = counts.filter(
    (count) => !statement.figures.some((other) => other.value === count.value && other.unit === count.unit),
  );
  if (figure.unit === '%') {
    if (unit === '%') return value;
    const after = statement.text.slice(statement.text.indexOf(figure.text) + figure.text.length);
    const base =
      resolveName(after.replace(/^\s*(?:of|của)?\s*(?:the\s)?/iu, '').split(/[.,;]/u)[0] ?? '', problem) ??
      onlyMoney(given);
    if (!base) return null;
    value = {
      expression: `${base.expression} * ${figure.id}`,
      unit: base.unit,
      used: [...base.used, figure],
    };
  }
  const [worked, full] = countable.filter((count) => count.unit === 'month');
  if (worked && full === undefined && /tỷ lệ|proportion|pro rata/iu.test(question)) {
    return { ...value, expression: `${value.expression} * ${worked.id} / 12`, used: [...value.used, worked] };
  }
  const months = given.filter((count) => count.unit === 'month');
  if (months.length === 2 && /tỷ lệ|trong \d+ tháng|proportion|out of/iu.test(question)) {
    const [part, all] = months;
    return {
      ...value,
      expression: `${value.expression} * ${part?.id} / ${all?.id}`,
      used: [...value.used, ...months],
    };
  }
  if (AFTER_SUPPORT.test(question)) {
    const support = nearest(
      question,
      statements,
      language,
      ({ text, figures }) => SUPPORT.test(text) && figures.some((one) => one.unit === value.unit),
    );
    const less = support?.figures.find((one) => one.unit === value.unit);
    if (less && less.id !== figure.id)
      value = { ...value, expression: `(${value.expression} - ${less.id})`, used: [...value.used, less] };
  }
  for (const count of countable) {
    if (value.used.includes(count)) continue;
    if (count.unit !== '' && count.unit === figure.unit) {
      const [more, less] =
        REMAINS.test(question) && count.value > figure.value
          ? [count.id, value.expression]
          : [value.expression, count.id];
      value = { ...value, expression: `${more} - ${less}`, used: [...value.used, count] };
    } else
      value = { ...value, expression: `${count.id} * ${value.expression}`, used: [...value.used, count] };
  }
  return inUnit(value, figure, statement, question, unit);
}

function inUnit(
  value: Value,
  figure: Figure,
  statement: Statement,
  question: string,
  unit: string | null,
): Value {
  if (figure.unit === 'VND' && MONTHLY.test(question) && YEARLY.test(statement.text))
    return { ...value, expression: `${bracketed(value.expression)} / 12` };
  if (unit === null || unit === value.unit) return value;
  if (unit === 'minute' && value.unit === 'hour')
    return { ...value, expression: `${bracketed(value.expression)} * 60`, unit };
  if (unit === 'hour' && value.unit === 'minute')
    return { ...value, expression: `${bracketed(value.expression)} / 60`, unit };
  if (unit === 'hour' && value.unit === 'day')
    return { ...value, expression: `${bracketed(value.expression)} * 24`, unit };
  if (unit === 'day' && value.unit === 'week')
    return { ...value, expression: `${bracketed(value.expression)} * 7`, unit };
  if (unit === 'month' && value.unit === 'year')
    return { ...value, expression: `${bracketed(value.expression)} * 12`, unit };
  if (unit === 'GB' && value.unit === 'TB')
    return { ...value, expression: `${bracketed(value.expression)} * 1024`, unit };
  return { ...value, unit };
}

function converts(from: string, to: string): boolean {
  const pairs = ['hour minute', 'minute hour', 'day hour', 'week day', 'year month', 'TB GB'];
  return pairs.includes(`${from} ${to}`);
}

function mainFigure({ figures }: Statement, unit: string | null): Figure | undefined {
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

function clocksIn(figures: readonly Figure[]): Figure[] {
  return figures.filter(({ unit }) => unit === 'clock');
}

function bracketed(expression: string): string {
  return /^\(?n\d+\)?$/u.test(expression) ? expression : `(${expression})`;
}
