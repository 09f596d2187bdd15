import type { Language } from '../../../../domain/language.ts';
import { shareOf } from '../../../../language/claim-words.ts';
import { dimensionOf, nounAtStart, UNITS, unitIn } from '../../../../language/quantities/quantity-words.ts';
import { once, readPatterns } from '../../../../language/read-lexicon.ts';
import { analyzeText, stopWords } from '../../../../language/search-terms/analyze-text.ts';
import { type Figure, isAmount, isSameFigure, LABELLING } from './read-figures.ts';

export interface PlanInput {
  question: string;
  language: Language;
  figures: readonly Figure[];
  /** Sentences of the same passages, those without a number too: they say how one thing follows from another. */
  statements: readonly string[];
}

/** A figure, and what is done with it to what stands before it; with the first nothing is. */
export interface Operand {
  sign: '×' | '÷' | '−';
  figure: Figure;
}

export interface CalculationPlan {
  operands: readonly Operand[];
  unit: string;
  /** The figure that the result is to be held against. */
  limit: Figure | null;
}

/** A sentence that a sum may rest on, its words and its figures. */
interface Statement {
  text: string;
  words: ReadonlySet<string>;
  figures: readonly Figure[];
  /** "X is Y multiplied by Z": names, not yet numbers. */
  formula: { name: string; left: string; sign: '×' | '÷'; right: string } | null;
}

/** A part of a sum, and the sentences it rests on. */
interface Value extends Omit<CalculationPlan, 'limit'> {
  rests: readonly Statement[];
  limit?: Figure;
}

interface Problem {
  question: string;
  language: Language;
  given: readonly Figure[];
  statements: readonly Statement[];
  /** In what the answer is wanted, where the question says so. */
  asked: string | null;
  /** Names that were looked for and have no value. */
  missing: Set<string>;
}

/**
 * Lays out the three kinds of sum that need no understanding: a formula of a document, a count at a rate, and the difference
 * of two named figures. The sentences it rests on must say every word of the question; where one is left over, where two
 * rules say as much, where a number of the question is not used or the units do not fit, nothing is laid out.
 */
export function planByRules(input: PlanInput): { plan: CalculationPlan | null; missing: string[] } {
  const problem = readProblem(input);
  const value = differenceOfNamed(problem) ?? byFormula(problem) ?? countAtRate(problem);
  if (!value) return { plan: null, missing: [...problem.missing] };
  const { operands, unit, limit = null } = value;
  const isSound = usesAllGiven(value, problem) && measuresUnit(value, input.question);
  return { plan: isSound ? { operands, unit, limit } : null, missing: [] };
}

/** A number that a rule in use states too is a condition of that rule: the 24 hours of a duty. */
function usesAllGiven({ operands }: Value, { given, statements }: Problem): boolean {
  const used = operands.map(({ figure }) => figure);
  const rules = statements.filter(({ figures }) => figures.some((one) => used.includes(one)));
  const known = [...used, ...rules.flatMap(({ figures }) => figures)];
  return given.every((figure) => known.some((one) => isSameFigure(one, figure)));
}

const MEASURED = new Set(['duration', 'MB', 'km', 'VND', 'night']);

/**
 * Whether a product comes to something of its unit: no money times money, and so much a day only times days. Where it does
 * not, figures were put together that do not belong together.
 */
function measuresUnit({ operands, unit }: Value, question: string): boolean {
  if (operands.some(({ sign }) => sign === '−')) return true;
  const unitsOf = (sign: Operand['sign']) =>
    operands.flatMap((one) => (one.sign === sign && isMeasure(one.figure.unit) ? [one.figure.unit] : []));
  const factors = unitsOf('×');
  for (const divisor of unitsOf('÷')) {
    const at = factors.indexOf(divisor);
    if (at >= 0) factors.splice(at, 1);
  }
  // So much for one of something, times as many of it. Pay is told for a month, whether or not that is said.
  const isRate = (one: string) =>
    one !== 'VND' &&
    operands.some(
      ({ sign, figure }) =>
        sign === '×' &&
        ((figure.unit === 'VND' && one === 'month') ||
          (figure.unit !== one && isToldFor(figure, one, question))),
    );
  const [main = '', ...others] = factors.sort((a, b) => Number(isRate(a)) - Number(isRate(b)));
  return others.every(isRate) && dimensionOf(main) === (isMeasure(unit) ? dimensionOf(unit) : '');
}

function isMeasure(unit: string): boolean {
  return MEASURED.has(dimensionOf(unit));
}

/** Whether a figure is told for one of a unit: "per day", "mỗi ngày", "an hourly rate", "lương giờ". */
function isToldFor({ passage_id, sentence, start, end }: Figure, unit: string, question: string): boolean {
  const around = passage_id === null ? question.slice(Math.max(0, start - 40), end + 30) : sentence;
  const names = Object.entries(UNITS).flatMap(([written, [name]]) => (name === unit ? [written] : []));
  const forms = [...names, ...(unit === 'day' ? ['dai'] : [])].join('|');
  const before = 'per|an?|each|every|one|mỗi|một|hằng|hàng|trong|lương|thưởng|phụ cấp|vé';
  return new RegExp(`(?<!\\p{L})(?:(?:${before}) (?:${forms})|(?:${forms})ly)(?!\\p{L})`, 'iu').test(around);
}

const DEFINITION =
  /^(?:the |mức |số )?(.{2,80}?) (?:is|equals|bằng|được tính bằng) (?:the )?(.{2,80}?) (multiplied by|times|divided by|nhân với|chia cho) (?:the )?(?:number of |số )?(.{1,80}?)\.?$/iu;
const ASKED = /(?<!\p{L})(?:how many|how much|bao nhiêu|mấy|what)((?: (?:[\p{L}-]+|%)){1,3})/iu;

function readProblem({ question, language, figures, statements }: PlanInput): Problem {
  const after = ASKED.exec(question)?.[1]?.trim() ?? '';
  const asksFor = nounAtStart(after.replace(/^(?:more|fewer) /iu, ''));
  const unit = /^tiền/iu.test(after) ? 'VND' : unitIn(after);
  // What no unit stands beside is measured by what is asked for, where it counts that: 3 devices, 2 KPI points.
  const counts = (figure: Figure) => {
    const noun = figure.sentence.slice(figure.sentence.indexOf(figure.text) + figure.text.length).trim();
    return figure.unit === '' && asksFor !== null && nounAtStart(noun) === asksFor;
  };
  const asked = unit ?? (figures.some(counts) ? asksFor : null);
  const measured = figures.map((one) => (asked !== null && counts(one) ? { ...one, unit: asked } : one));
  return {
    question,
    language,
    given: measured.filter(({ passage_id }) => passage_id === null),
    statements: [...new Set(statements)].map(readStatement),
    asked,
    missing: new Set(),
  };

  function readStatement(text: string): Statement {
    const [, name = '', left = '', word = '', right = ''] = DEFINITION.exec(text) ?? [];
    const sign = /^(?:mul|times|nhân)/iu.test(word) ? '×' : '÷';
    return {
      text,
      words: wordsOf(text, language),
      figures: measured.filter(({ sentence, passage_id }) => sentence === text && passage_id !== null),
      formula: word === '' ? null : { name, left, sign, right },
    };
  }
}

const COMPARATIVE = /\b(?:more|less|fewer|\p{L}{2,}er)\b(?=.*\bthan\b)|\p{L}+ hơn(?!\p{L})/iu;
const BETWEEN =
  /(?:\bdifference between|chênh lệch giữa) (.{2,120}?) (?:and|và|với) (.{2,120}?)(?: là |\?|$)/iu;

/** How far two figures lie apart, each told in a sentence that says all that the question does of its side. */
function differenceOfNamed(problem: Problem): Value | null {
  const [a, b] = sidesOf(problem.question).map((side) => openWords(side, problem));
  if (!a || !b || a.size === 0 || b.size === 0) return null;
  const [one, ...others] = problem.statements
    .filter(({ words }) => isWithin(a, words))
    .flatMap((left) =>
      problem.statements
        .filter((right) => right !== left && isWithin(b, right.words))
        .flatMap((right) => apart(left, right, problem.asked) ?? []),
    );
  // Of two pairs nobody can tell which is meant.
  return one && others.length === 0 ? one : null;
}

function sidesOf(question: string): string[] {
  const between = BETWEEN.exec(question);
  if (between) {
    const [all, one = '', other = ''] = between;
    // What stands around the two belongs to them: "on a public holiday, what is the difference between …".
    return [question.slice(0, between.index) + one, `${other} ${question.slice(between.index + all.length)}`];
  }
  const compared = COMPARATIVE.exec(question)?.[0];
  if (compared === undefined) return [];
  return /hơn$/iu.test(compared)
    ? question.split(compared)
    : question.replace(compared, ' ').split(/\bthan\b/iu);
}

/** The difference of the one figure that each has and the other has not. */
function apart(left: Statement, right: Statement, asked: string | null): Value | null {
  const only = (one: Statement, other: Statement) =>
    one.figures.filter(
      (figure) =>
        (asked === null || figure.unit === asked) &&
        !other.figures.some((same) => isSameFigure(same, figure)),
    );
  const [a, ...moreOfA] = only(left, right);
  const [b, ...moreOfB] = only(right, left);
  if (!a || !b || moreOfA.length > 0 || moreOfB.length > 0 || a.unit !== b.unit || !isAmount(a)) return null;
  const [more, less] = a.value > b.value ? [a, b] : [b, a];
  const operands = [...alone(more).operands, { sign: '−' as const, figure: less }];
  return { operands, unit: a.unit, rests: [left, right] };
}

const COMPARES = /so sánh(?: với)?|\bcompare(?:d)?(?: with| to)?\b/iu;
const LIMIT = /(?<!\p{L})(?:trần|hạn mức)(?!\p{L})|\b(?:ceiling|limit)\b/iu;

const cues = once(() => ({
  ...readPatterns('language/desk-cues', ['asked_about_anyone', 'asks_for_sum'], 'giu'),
  ...readPatterns('language/desk-cues', ['money'], 'iu'),
}));

/** What a document says how to work out, held against a ceiling of it where the question compares. */
function byFormula(problem: Problem): Value | null {
  const { question, language, statements } = problem;
  const asked = wordsOf(question, language);
  const rule = statements.find(
    ({ formula }) =>
      formula && isWithin(wordsOf(formula.name, language), asked) && !toldAs(formula.name, problem),
  );
  const value = rule && applyFormula(rule, problem, 0);
  if (!rule?.formula || !value) return null;
  const name = wordsOf(rule.formula.name, language);
  const limit = statements.find(
    ({ text, words, figures }) =>
      LIMIT.test(text) && isWithin(name, words) && figures.length === 1 && figures[0]?.unit === value.unit,
  );
  const ceiling = COMPARES.test(question) ? limit?.figures[0] : undefined;
  const rests = limit && ceiling ? [...value.rests, limit] : value.rests;
  const said = question.replace(cues().asked_about_anyone, ' ').replace(ceiling ? COMPARES : '', ' ');
  if (!accountsFor(rests, { ...problem, question: said })) return null;
  return ceiling ? { ...value, limit: ceiling } : value;
}

/** So many, at what a rule tells for one: an amount, or a share of something that has a name. */
function countAtRate(problem: Problem): Value | null {
  const { given, asked } = problem;
  const rule = ruleFor(problem, (statement) => rateOf(statement, problem) !== null);
  const rate = rule && rateOf(rule, problem);
  if (!rule || !rate) return null;
  const isShare = rate.unit === '%' && asked !== '%';
  const base = isShare ? resolve(sharedIn(rule.text, rate), problem, 0) : null;
  if (isShare && base === null) return null;
  const inBase = base?.operands.map(({ figure }) => figure) ?? [];
  const counts = given.filter(
    (figure) => !inBase.includes(figure) && !rule.figures.some((one) => isSameFigure(one, figure)),
  );
  const rests = [rule, ...(base?.rests ?? [])];
  if (!counts.every((count) => isCounted(count, rule)) || !accountsFor(rests, problem)) return null;
  const factors = [...counts.map(alone), ...(base ? [base] : []), alone(rate)];
  const operands = factors.flatMap((factor) => factor.operands);
  return { operands, unit: base?.unit ?? rate.unit, rests };
}

/** The one figure of a rule that the question does not give: what one of something comes to. */
function rateOf({ figures, formula }: Statement, { given, asked }: Problem): Figure | null {
  const [rate, ...others] = figures.filter((figure) => !given.some((one) => isSameFigure(one, figure)));
  if (!rate || others.length > 0 || formula || !isAmount(rate)) return null;
  return asked === null || rate.unit === asked || rate.unit === '%' ? rate : null;
}

const FOR_ONE = /\b(?:an?|each|every|per|one)\b|(?<!\p{L})(?:mỗi|một|cứ)(?!\p{L})/iu;

/** Whether a rule tells something for one of what is counted; of hours, nights and the like the check of units sees to that. */
function isCounted({ unit }: Figure, { text }: Statement): boolean {
  if (unit === 'VND' || unit === '%') return false;
  return (unit !== '' && unit !== 'time') || FOR_ONE.test(text);
}

/** What a percentage is of: "of the hourly rate". */
function sharedIn(text: string, { text: percent }: Figure): string {
  const after = text.slice(text.indexOf(percent) + percent.length);
  return after.replace(/^\s*(?:of|của)?\s*(?:the\s)?/iu, '').split(/[.,;]| (?:for|của) /u)[0] ?? '';
}

const MAX_DEPTH = 5;

function applyFormula(rule: Statement, problem: Problem, depth: number): Value | null {
  if (rule.formula === null || depth > MAX_DEPTH) return null;
  const { left, sign, right } = rule.formula;
  const [own] = rule.figures;
  const a = resolve(left, problem, depth + 1);
  // A number in the formula is the formula's own.
  const b = /^\d/u.test(right) ? own && alone(own) : resolve(right, problem, depth + 1);
  if (!a || !b) return null;
  const by = b.operands.map((one): Operand => ({ ...one, sign: one.sign === sign ? '×' : '÷' }));
  const operands = [...a.operands, ...by];
  return { operands, unit: a.unit, rests: [rule, ...a.rests, ...b.rests] };
}

const OF_ONESELF = /(?<!\p{L})(?:I|my|me|our|we|tôi|em|mình|chúng tôi)(?!\p{L})/iu;

/** What a name such as "daily rate" comes to: as the asker gave it, as a formula has it, or as one sentence states it. */
function resolve(name: string, problem: Problem, depth: number): Value | null {
  const { question, language, statements, missing } = problem;
  const wanted = wordsOf(name, language);
  const told = toldAs(name, problem);
  if (told) return alone(told);
  const rule = statements.find(({ formula }) => formula && isWithin(wordsOf(formula.name, language), wanted));
  if (rule) return applyFormula(rule, problem, depth + 1);
  const [one, ...others] = statements.filter(
    ({ words, figures, formula }) =>
      formula === null &&
      figures.length === 1 &&
      figures.every((figure) => fits(figure, name)) &&
      shareOf(wanted, words) > NAMED_ABOVE,
  );
  const [figure] = one?.figures ?? [];
  // What is stated of everybody is nobody's own, and of two values neither is meant.
  const isMeant = others.length === 0 && !OF_ONESELF.test(question);
  if (one && figure && isMeant) return { ...alone(figure), rests: [one] };
  missing.add(name);
  return null;
}

/** Share of a name's words that something must say to be called by it. */
const NAMED_ABOVE = 0.5;
const WORDS_OF_NAME = 5;

/** The figure of the asker's own that goes by a name; of days and hours the only one there is. */
function toldAs(name: string, { question, language, given }: Problem): Figure | null {
  const [one, ...others] = given.filter((figure) => {
    const before = question.slice(0, figure.start).trim().split(/\s+/u).slice(-WORDS_OF_NAME).join(' ');
    const isNamed = shareOf(wordsOf(name, language), wordsOf(before, language)) > NAMED_ABOVE;
    return fits(figure, name) && (figure.unit !== 'VND' || isNamed);
  });
  return one && others.length === 0 ? one : null;
}

function fits({ unit }: Figure, name: string): boolean {
  const wanted = cues().money.test(name) ? 'VND' : unitIn(name);
  return wanted === null ? unit !== '%' && unit !== '' : unit === wanted;
}

function alone(figure: Figure): Value {
  return { operands: [{ sign: '×', figure }], unit: figure.unit, rests: [] };
}

/** Share of a rule's words that the question must say: below it the rule is about something else as well. */
const ON_TOPIC_FROM = 0.5;

/** The one rule that says most of the question's words; null where another says as many. */
function ruleFor(problem: Problem, isUsable: (statement: Statement) => boolean): Statement | null {
  const open = openWords(problem.question, problem);
  const [best, next] = problem.statements
    .filter(isUsable)
    .map((statement) => ({ statement, said: shareOf(open, statement.words) }))
    .sort((a, b) => b.said - a.said);
  if (!best || best.said === (next?.said ?? 0)) return null;
  const { text, figures } = best.statement;
  const told = openWords(text, { ...problem, given: [...problem.given, ...figures] });
  return shareOf(told, wordsOf(problem.question, problem.language)) >= ON_TOPIC_FROM ? best.statement : null;
}

function accountsFor(rests: readonly Statement[], problem: Problem): boolean {
  const open = openWords(problem.question, problem);
  return [...open].every((word) => rests.some(({ words }) => words.has(word)));
}

/** Words that say nothing of a subject and that change a sum. */
const OPERATIONS = new Set(
  'after again before below both each few further more no not off once only or other over same still than until under without cả chưa còn cùng hơn không lại mỗi nữa sau trước trên'.split(
    ' ',
  ),
);
const LABELLED = new RegExp(`(?<!\\p{L})(${LABELLING}) (\\p{Lu}?\\d+|\\p{Lu})(?![\\p{L}\\p{N}])`, 'giu');

/** The words of a text that say what it is about; "grade 3" and "rated A" are a word each. */
function wordsOf(text: string, language: Language): Set<string> {
  const words =
    text
      .replace(LABELLED, 'label$1$2')
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{N}]*/gu) ?? [];
  return new Set(
    words.flatMap((word) => {
      if (OPERATIONS.has(word)) return [word];
      return language === 'en' ? analyzeText(word, 'en') : stopWords().vi.has(word) ? [] : [word];
    }),
  );
}

/** The words of a question, or of a part of it, that its numbers and its asking do not take up. */
function openWords(part: string, { language, given, asked }: Problem): Set<string> {
  const unnumbered = given.reduce((text, figure) => {
    const [before = '', ...after] = text.split(figure.text);
    return [before, ...after.map((rest) => rest.replace(/^ (?:a|per|một|mỗi) \p{L}+/iu, ' '))].join(' ');
  }, part);
  const words = wordsOf(unnumbered.replace(cues().asks_for_sum, ' '), language);
  return new Set(
    [...words].filter((word) => asked === null || (unitIn(word) ?? nounAtStart(word)) !== asked),
  );
}

function isWithin(wanted: ReadonlySet<string>, held: ReadonlySet<string>): boolean {
  return shareOf(wanted, held) === 1;
}
