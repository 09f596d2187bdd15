import { z } from 'zod';
import { Language } from '../../../../domain/language.ts';
import { dimensionOf, UNITS } from '../../../../language/quantities/quantity-words.ts';
import { defineTask } from '../../../../llm/define-task.ts';
import type { Fence, Prompt } from '../../../../llm/gateway.port.ts';
import { markQuarantined } from '../../../shared/search-notes.ts';
import { RefusedExpression, walkExpression } from './evaluate-expression.ts';
import { planByRules } from './plan-by-rules.ts';
import { Figure, isSameFigure } from './read-figures.ts';

const PlanInput = z.object({
  question: z.string(),
  language: Language,
  figures: z.array(Figure),
  /** Sentences of the same passages, those without a number too: they say how one thing follows from another. */
  statements: z.array(z.object({ text: z.string(), document_id: z.string() })),
  about_a_person: z.boolean(),
});
export type PlanInput = z.infer<typeof PlanInput>;

/** What is to be calculated: figures by name and the four operations; of other numbers only those of the calendar. */
const CalculationPlan = z.object({
  /** Empty where nothing can be calculated. */
  expression: z.string().max(300),
  unit: z.string().max(20),
  /** The figure that the result is to be held against. */
  compare_with: z.string().nullable(),
});
export type CalculationPlan = z.infer<typeof CalculationPlan>;

export const planCalculationTask = defineTask({
  name: 'plan-calculation',
  input: PlanInput,
  output: CalculationPlan,
  prompt: planCalculationPrompt,
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 200,
  timeoutMs: 15_000,
  /** Answers when no model can: a document's formula, a count at a rate, or the difference of two named figures. */
  twin(input) {
    const { plan } = planByRules(input);
    return plan && isSoundPlan(plan, input) ? plan : { expression: '', unit: '', compare_with: null };
  },
});

/** The model chooses figures and operations; it never sees a result and never gives one. */
function planCalculationPrompt({ question, figures, statements }: PlanInput, fence: Fence): Prompt {
  return {
    system: [
      'You lay out a calculation; you do not carry it out.',
      'expression: figures by their names (n1, n2 …), + - * / and brackets. A figure in % counts as a fraction. The only plain numbers allowed are those of the calendar: 1, 3, 4, 7, 12, 24, 60, 100 and 365.',
      'unit: the unit of the result: VND, %, day, hour, minute, month, GB, km, point or empty.',
      'compare_with: the name of the figure that the result is to be held against, or null.',
      'If the figures do not suffice, give an empty expression.',
    ].join('\n'),
    user: [
      ...statements.map(({ text }) => fence('statement', markQuarantined(text))),
      ...figures.map(({ id, value, unit, sentence }) =>
        fence(`figure ${id}`, `${value} ${unit} in: ${sentence}`),
      ),
      fence('question', question),
    ].join('\n\n'),
  };
}

/** Whether a plan measures what it says and takes account of every number that the asker gave. */
export function isSoundPlan(
  { expression, unit }: CalculationPlan,
  { question, figures }: PlanInput,
): boolean {
  const named = new Set(expression.match(/n\d+/gu));
  const used = figures.filter(({ id }) => named.has(id));
  const sentences = new Set(used.map(({ sentence }) => sentence));
  // A number that a rule in use states too is a condition of that rule: the 24 hours of a duty.
  const known = figures.filter(({ id, passage_id, sentence }) =>
    passage_id === null ? named.has(id) : sentences.has(sentence),
  );
  const isOpen = figures.some(
    (figure) => figure.passage_id === null && !known.some((one) => isSameFigure(one, figure)),
  );
  return !isOpen && measuresUnit(expression, unit, used, question);
}

/** A product of measures; what is cancelled out is gone, and plain numbers are left out. */
interface Product {
  of: readonly string[];
  by: readonly string[];
  /** The units that something in it is told for one of: so much a day, twice a week. */
  per: ReadonlySet<string>;
}

const MEASURED = new Set(['duration', 'MB', 'km', 'VND', 'night', 'clock']);
const MEASURES = [...new Set(Object.values(UNITS).map(([name]) => name))].filter(isMeasure);
const PLAIN: Product = { of: [], by: [], per: new Set() };

/**
 * Whether a calculation comes to something of its unit: no money times money, no days plus hours of something else, and so
 * much a day only times days. Where it does not, figures were put together that do not belong together.
 */
export function measuresUnit(
  expression: string,
  unit: string,
  figures: readonly Figure[],
  question: string,
): boolean {
  try {
    const worth = walkExpression<Product>(expression, {
      name(name) {
        const figure = figures.find(({ id }) => id === name);
        if (!figure) throw new RefusedExpression('an unknown name');
        return measuredBy(figure, question);
      },
      constant: () => PLAIN,
      negate: (one) => one,
      add: alike,
      subtract: (left, right) =>
        unitOf(left) === 'clock' && unitOf(right) === 'clock'
          ? { ...PLAIN, of: ['minute'] }
          : alike(left, right),
      multiply: (left, right) => ({
        of: [...left.of, ...right.of],
        by: [...left.by, ...right.by],
        per: new Set([...left.per, ...right.per]),
      }),
      divide: (left, right) => ({
        of: [...left.of, ...right.by],
        by: [...left.by, ...right.of],
        per: left.per,
      }),
    });
    return dimensionOf(unitOf(worth)) === (isMeasure(unit) ? dimensionOf(unit) : '');
  } catch (error) {
    if (error instanceof RefusedExpression) return false;
    throw error;
  }
}

function isMeasure(unit: string): boolean {
  return MEASURED.has(dimensionOf(unit));
}

function measuredBy({ unit, sentence, passage_id, start, end }: Figure, question: string): Product {
  const around = passage_id === null ? question.slice(Math.max(0, start - 40), end + 30) : sentence;
  const told = MEASURES.filter((other) => other !== unit && isToldFor(around, other));
  // Pay is told for a month, whether or not that is said.
  const per = new Set(unit === 'VND' ? [...told, 'month'] : told);
  return { ...PLAIN, of: isMeasure(unit) ? [unit] : [], per };
}

/** Whether a text tells something for one of a unit: "per day", "mỗi ngày", "an hourly rate", "lương giờ". */
function isToldFor(text: string, unit: string): boolean {
  const names = Object.entries(UNITS).flatMap(([written, [name]]) => (name === unit ? [written] : []));
  const forms = [...names, ...(unit === 'day' ? ['dai'] : [])].join('|');
  const before = 'per|an?|each|every|one|mỗi|một|hằng|hàng|trong|lương|thưởng|phụ cấp|vé';
  return new RegExp(`(?<!\\p{L})(?:(?:${before}) (?:${forms})|(?:${forms})ly)(?!\\p{L})`, 'iu').test(text);
}

function alike(left: Product, right: Product): Product {
  const unit = unitOf(left);
  if (dimensionOf(unit) !== dimensionOf(unitOf(right))) throw new RefusedExpression('of different kinds');
  return { of: unit === '' ? [] : [unit], by: [], per: new Set([...left.per, ...right.per]) };
}

/** What a product comes to in the end; empty for a plain number. */
function unitOf({ of, by, per }: Product): string {
  const factors = [...of];
  const divisors = by.filter((unit) => {
    const at = factors.indexOf(unit);
    if (at >= 0) factors.splice(at, 1);
    return at < 0;
  });
  // So much for one of something, times as many of it.
  const [main, ...others] = factors.sort((a, b) => Number(isRate(a)) - Number(isRate(b)));
  if (others.some((unit) => !isRate(unit))) throw new RefusedExpression('no rate of one another');
  // How often one length fits into another is a plain number.
  const isRatio = divisors.some((unit) => dimensionOf(unit) === dimensionOf(main ?? ''));
  return isRatio ? '' : (main ?? '');

  function isRate(unit: string): boolean {
    return unit !== 'VND' && per.has(unit);
  }
}
