import { once, readLexicon } from './read-lexicon.ts';

export interface ReadNumber {
  /** What the figures may mean: `2,550` is 2550, and `2.550` may be 2.55 or 2550. */
  values: readonly number[];
  unit: string | null;
}

/** Between two numbers that share the unit of the second: "750 to 1250 mg". */
const RANGE = /^\s?(?:to|and|or|đến|và|hoặc|tới|[-–—])\s?$/iu;
const WORD = /\p{L}+/gu;
const ONE =
  /(?<!\p{L})(?:one|một|once)(?= (?:week|month|year|day|hour|time|tuần|tháng|ngày|giờ|lần|daily|a day))/giu;
const FIGURE_OR_WORD = /\p{L}+|(?<![\d.,])\d+(?:[.,]\d+)*/gu;
const SPACED_PERCENT = / ?(?<=\d ?)(?:per ?cent|phần trăm)(?!\p{L})/giu;
const PERCENT = /(?<=\d ?)(?:per ?cent|phần trăm)(?!\p{L})/giu;

/** Numbers written out ("năm" is left out: it is also a year), the names of units, and the pattern made of them. */
const lexicon = once(() => {
  const rows = readLexicon('gates/numbers', ['kind', 'word', 'means']);
  const mapOf = (kind: string) =>
    new Map(rows.filter((row) => row.kind === kind).map(({ word, means }) => [word, means]));
  const units = mapOf('unit');
  const spellings = [...units.keys()]
    .sort((a, b) => b.length - a.length)
    .map((unit) => (/^[a-z]{3,}$/u.test(unit) ? `${unit}s?` : unit));
  const unit = `(?:${spellings.join('|')})(?![\\p{L}\\p{N}])`;
  return {
    numbers: mapOf('number'),
    units,
    sizes: mapOf('size'),
    // Begins only where a number does: tried from every digit, a long row of them would take quadratic time.
    measure: new RegExp(
      `(?<![\\d.,])(\\d+(?:[.,]\\d+)*)(?:[ \\u00a0-]?(${unit})((?:/${unit}){0,2}))?`,
      'giu',
    ),
  };
});

/** The numbers of a text, written in figures or in words, each with its unit. */
export function readMeasures(text: string): ReadNumber[] {
  const { numbers, measure } = lexicon();
  const plain = text
    .replace(PERCENT, '%')
    .replace(ONE, '1')
    .replace(WORD, (word) => numbers.get(word.toLowerCase()) ?? word);
  const found = [...plain.matchAll(measure)].map(([all, number = '', unit, per = ''], i, matches) => ({
    values: valuesOf(number),
    unit: unit === undefined ? null : unitOf(unit + per),
    after: plain.slice((matches[i]?.index ?? 0) + all.length, matches[i + 1]?.index ?? plain.length),
  }));
  return found.map(({ values, unit, after }, i) => {
    const shared = unit === null && RANGE.test(after.slice(0, 8)) ? (found[i + 1]?.unit ?? null) : unit;
    return { values, unit: shared };
  });
}

/** Whether one of `numbers` is the claimed one, in the claimed unit. */
export function carriesNumber(numbers: readonly ReadNumber[], claimed: ReadNumber): boolean {
  return numbers.some(
    ({ values, unit }) =>
      values.some((value) => claimed.values.includes(value)) &&
      (claimed.unit === null || claimed.unit === unit),
  );
}

/** As often as this, said or left unsaid: "150 minutes/week" is "150 minutes every week". */
const PER_TIME = /\/(?:min|hour|day|week|month|year)$/u;

/** Whether one of `numbers` may be the claimed amount: 28 days are 4 weeks, 0.7 is 70%, and a unit may be left unsaid. */
export function carriesAmount(numbers: readonly ReadNumber[], claimed: ReadNumber): boolean {
  const isSame = (one: number, other: number) => Math.abs(one - other) <= 1e-9 * Math.abs(one);
  return numbers.some(({ values, unit }) =>
    values.some((value) =>
      claimed.values.some((wanted) => {
        if (isSame(value, wanted) && (unit === null || claimed.unit === null)) return true;
        const [given, asked] = [amountOf(value, unit), amountOf(wanted, claimed.unit)];
        return isSame(given.value, asked.value) && given.unit === asked.unit;
      }),
    ),
  );
}

/** A text with its numbers written as another writes the same ones: 18113 for 18,113, "two" for 2, "percent" for %. */
export function spellNumbersLike(text: string, model: string): string {
  const { numbers } = lexicon();
  const spellings = new Map<number, string>();
  for (const [figure] of model.matchAll(FIGURE_OR_WORD)) {
    for (const value of meaningsOf(figure, numbers)) spellings.set(value, figure);
  }
  const shown = new Set(spellings.values());
  const respelt = text.replace(FIGURE_OR_WORD, (figure) => {
    if (shown.has(figure)) return figure;
    const value = meaningsOf(figure, numbers).find((one) => spellings.has(one));
    return value === undefined ? figure : (spellings.get(value) ?? figure);
  });
  return model.includes('%') ? respelt.replace(SPACED_PERCENT, '%') : respelt;
}

function meaningsOf(figure: string, numbers: ReadonlyMap<string, string>): number[] {
  const plain = numbers.get(figure.toLowerCase()) ?? figure;
  return /^\d+(?:[.,]\d+)*$/u.test(plain) ? valuesOf(plain) : [];
}

/** In the smallest unit of its kind. */
function amountOf(value: number, unit: string | null): { value: number; unit: string } {
  const plain = (unit ?? '').replace(PER_TIME, '');
  if (plain === '%') return { value: value / 100, unit: '' };
  const [times, smaller] = lexicon().sizes.get(plain)?.split(' ') ?? [];
  return times === undefined || smaller === undefined
    ? { value, unit: plain }
    : amountOf(value * Number(times), smaller);
}

/** A figure as people write it, with a point or a comma before its decimals. */
export function decimalOf(figure: string): number {
  return Number(figure.replace(',', '.'));
}

/** What a figure may mean: `2.550` is 2.55, or 2550. */
export function valuesOf(number: string): number[] {
  const decimal = decimalOf(number);
  const grouped = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/u.test(number);
  if (!grouped) return [Number.isNaN(decimal) ? Number(number.replaceAll(',', '')) : decimal];
  const whole = Number(number.replace(/[.,]/gu, ''));
  return number.includes(',') ? [whole] : [whole, decimal];
}

function unitOf(unit: string): string {
  const parts = unit.toLowerCase().split('/');
  const singular = parts.map((part) => (part.length > 2 ? part.replace(/s$/u, '') : part));
  return singular.map((part) => lexicon().units.get(part) ?? part).join('/');
}
