import { readNumber } from './number-words.ts';

/** What drugs are measured in: mass in mg, biological activity in units, an electrolyte in mmol. */
export type DoseUnit = 'mg' | 'units' | 'mmol';
export interface Amount {
  value: number;
  unit: DoseUnit;
  /** For each kilogram of the patient, or each hour. */
  per?: 'kg' | 'hour';
}

const FACTORS: Readonly<Record<string, readonly [DoseUnit, number]>> = {
  mg: ['mg', 1],
  milligram: ['mg', 1],
  g: ['mg', 1_000],
  gram: ['mg', 1_000],
  mcg: ['mg', 0.001],
  µg: ['mg', 0.001],
  μg: ['mg', 0.001],
  ug: ['mg', 0.001],
  microgram: ['mg', 0.001],
  unit: ['units', 1],
  u: ['units', 1],
  iu: ['units', 1],
  ui: ['units', 1],
  'đơn vị': ['units', 1],
  mmol: ['mmol', 1],
  // Of the salts given here, potassium and sodium, one is one.
  meq: ['mmol', 1],
};
const UNIT = 'mg|milligram|mcg|µg|μg|ug|microgram|gram|g|unit|iu|ui|u|đơn vị|mmol|meq';
const AMOUNT = new RegExp(
  `(?<![\\p{L}\\d.,])(\\d[\\d.,]*)\\s*(${UNIT})s?(?:\\s?(?:\\/|per |mỗi )\\s?(kg|hours?|hr|h|giờ)(?!\\p{L}))?(?![\\p{L}\\d]|\\s?\\/\\s?(?:kg|m|ml|l|h|\\d))`,
  'giu',
);
/** "500–1000 mg", "20/12.5 mg": more than one amount, in one unit. */
const RANGE = new RegExp(
  `\\d\\s?(?:-|–|\\/|\\+|to|or|đến|hoặc)\\s?\\d[\\d.,]*\\s?(?:${UNIT})s?(?!\\p{L})`,
  'iu',
);
/** A daily amount that is to be shared out. */
const DIVIDED = /\bdivided\b|(?<!\p{L})chia(?!\p{L})/iu;
const COUNT = new RegExp(
  `(?<![\\p{L}\\d.,/])(\\d+(?:[.,]\\d+)?|half|one|two|three|four|một|hai|ba|bốn|nửa)\\s?(?:(?:a\\s)?(?:tablets?|tabs?|caps?|capsules?|pills?|sachets?|vials?|ampoules?|puffs?|viên|ống|gói|lọ|nhát)(?!\\p{L})|[x×*](?=\\s?\\d[\\d.,]*\\s?(?:${UNIT})))`,
  'giu',
);
/** "500 mg x 2" may be two tablets or twice a day; "x 2 times" and "x 7 days" are no amounts. */
const TIMES_WHAT =
  /[x×*]\s?\d+(?![\d.,]|\s?(?:mg|mcg|µg|μg|ug|g|units?|iu|mmol|times?|lần|\/|days?|daily|ngày|weeks?|tuần|a\s|per\s))/iu;

/** One dose: "500 mg", "2 x 500 mg", "26 units", "1 mg/kg". Null where the words leave a choice. */
export function readAmount(text: string): Amount | null {
  if (RANGE.test(text) || DIVIDED.test(text) || TIMES_WHAT.test(text)) return null;
  const amounts = [...text.matchAll(AMOUNT)].map((match) => ({ ...measured(match), at: match.index }));
  const counts = [...text.matchAll(COUNT)].map((match) => ({
    n: readNumber(match[1] ?? ''),
    at: match.index,
  }));
  const [first] = amounts;
  if (first?.unit === undefined || first.value === null) return null;
  const { unit, per } = first;
  if (amounts.some((other) => other.unit !== unit || other.per !== per || other.value === null)) return null;
  const values = [...new Set(amounts.map(({ value }) => value ?? 0))];
  const times = [...new Set(counts.map(({ n }) => n))];
  const [n = 1] = times;
  if (times.length > 1 || n === null) return null;
  // "1500 mg (3 tablets)": whether of each or of all, nobody can tell.
  const isCountFirst = counts.every(({ at }) => amounts.some((amount) => amount.at > at));
  if (n !== 1 && !isCountFirst) return null;
  const value = values.length === 1 ? round(first.value * n) : values.length === 2 ? addsUp(values, n) : null;
  return value === null ? null : { value, unit, ...(per === undefined ? {} : { per }) };
}

/** "1 g (2 tablets of 500 mg)" says the same twice. */
function addsUp(values: readonly number[], n: number): number | null {
  const [small = 0, large = 0] = [...values].sort((a, b) => a - b);
  return n > 1 && round(small * n) === round(large) ? round(large) : null;
}

function measured([, digits = '', word = '', each]: RegExpMatchArray) {
  const value = readNumber(digits.replace(/[.,]$/u, ''));
  const [unit, factor] = FACTORS[word.toLowerCase()] ?? [];
  // "1.000 g" is one gram or a thousand of them.
  const isOdd = factor === 1_000 && /^[1-9]\d{0,2}[.,]\d{3}$/u.test(digits);
  const per =
    each === undefined ? undefined : each.toLowerCase() === 'kg' ? ('kg' as const) : ('hour' as const);
  const isKnown = value !== null && factor !== undefined && !isOdd;
  return { unit, per, value: isKnown ? round(value * factor) : null };
}

/** Without the crumbs of binary fractions. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
