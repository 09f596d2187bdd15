import { dimensionOf, UNITS } from '../../quantities/quantity-words.ts';
import { RefusedExpression, walkExpression } from './evaluate-expression.ts';
import type { Figure } from './read-figures.ts';

/** What a part of a calculation measures; `per` names the units it is told for one of: so much a day. */
interface Measure {
  unit: string;
  per: ReadonlySet<string>;
}

/** A product, not yet worked out: what is divided by may belong to any of what is multiplied. Plain numbers are left out. */
interface Product {
  of: readonly Measure[];
  by: readonly Measure[];
  /** What counts and shares in it are told for one of: twice a day, a bonus of so much for a quarter. */
  per: ReadonlySet<string>;
}

const MEASURED = new Set(['duration', 'MB', 'km', 'VND', 'night', 'clock']);
const MEASURES = [...new Set(Object.values(UNITS).map(([name]) => name)), 'clock'].filter(isMeasure);
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
          ? { ...PLAIN, of: [{ unit: 'minute', per: new Set() }] }
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
  const per = new Set(MEASURES.filter((other) => other !== unit && isToldFor(around, other)));
  return isMeasure(unit) ? { ...PLAIN, of: [{ unit, per }] } : { ...PLAIN, per };
}

/** Whether a text tells something for one of a unit: "per day", "mỗi ngày", "an hourly rate", "lương giờ". */
function isToldFor(text: string, unit: string): boolean {
  const names = Object.entries(UNITS).flatMap(([written, [name]]) => (name === unit ? [written] : []));
  if (names.length === 0) return false;
  const forms = unit === 'day' ? [...names, 'dai'].join('|') : names.join('|');
  const before = 'mỗi|một|hằng|hàng|trong|lương|thưởng|phụ cấp|vé';
  return new RegExp(
    `(?<!\\p{L})(?:(?:per|an?|each|every|one) (?:${forms})|(?:${before}) (?:${forms})|(?:${forms})ly)(?!\\p{L})`,
    'iu',
  ).test(text);
}

function alike(left: Product, right: Product): Product {
  const unit = unitOf(left);
  if (dimensionOf(unit) !== dimensionOf(unitOf(right))) throw new RefusedExpression('of different kinds');
  const per = new Set([...left.per, ...right.per]);
  return unit === '' ? { ...PLAIN, per } : { of: [{ unit, per: left.of[0]?.per ?? new Set() }], by: [], per };
}

/** What a product comes to in the end; empty for a plain number. */
function unitOf({ of, by, per }: Product): string {
  const factors = [...of];
  const main = takeFirst(factors, ({ unit }) => unit === 'VND') ?? factors.shift();
  // Many of nothing: how often something of a length fits into the calendar.
  if (!main) return '';
  let whole: Measure | null = main;
  for (const divisor of by) {
    if (takeFirst(factors, ({ unit }) => unit === divisor.unit)) continue;
    whole =
      whole === null || dimensionOf(whole.unit) === dimensionOf(divisor.unit)
        ? null
        : { unit: whole.unit, per: new Set([divisor.unit]) };
  }
  for (const factor of factors) {
    if (whole === null || isRateOf(factor, whole)) whole = factor;
    else if (!isRateOf(whole, factor) && !per.has(factor.unit))
      throw new RefusedExpression('no rate of one another');
  }
  return whole?.unit ?? '';
}

/** So much for one of the other. Pay is told for a month, whether or not that is said. */
function isRateOf({ unit, per }: Measure, other: Measure): boolean {
  return per.has(other.unit) || (unit === 'VND' && other.unit === 'month');
}

function takeFirst(measures: Measure[], fits: (one: Measure) => boolean): Measure | undefined {
  const at = measures.findIndex(fits);
  return at < 0 ? undefined : measures.splice(at, 1)[0];
}
