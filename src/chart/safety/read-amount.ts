import { readNumber } from './number-words.ts';

const MG_PER: Readonly<Record<string, number>> = {
  mg: 1,
  milligram: 1,
  g: 1_000,
  gram: 1_000,
  mcg: 0.001,
  µg: 0.001,
  μg: 0.001,
  ug: 0.001,
  microgram: 0.001,
};
const AMOUNT =
  /(?<![\p{L}\d.,])(\d[\d.,]*)\s*(mg|milligram|mcg|µg|μg|ug|microgram|gram|g)s?(?![\p{L}\d]|\s?\/\s?(?:kg|m|ml|l|\d))/giu;
/** "500–1000 mg", "20/12.5 mg": more than one amount, in one unit. */
const RANGE = /\d\s?(?:-|–|\/|\+|to|or|đến|hoặc)\s?\d[\d.,]*\s?(?:mg|mcg|µg|μg|ug|g)(?!\p{L})/iu;
/** A daily amount that is to be shared out. */
const DIVIDED = /\bdivided\b|(?<!\p{L})chia(?!\p{L})/iu;
const COUNT =
  /(?<![\p{L}\d.,/])(\d+(?:[.,]\d+)?|half|one|two|three|four|một|hai|ba|bốn|nửa)\s?(?:(?:a\s)?(?:tablets?|tabs?|caps?|capsules?|pills?|sachets?|vials?|ampoules?|puffs?|viên|ống|gói|lọ|nhát)(?!\p{L})|[x×*](?=\s?\d[\d.,]*\s?(?:mg|milligram|mcg|µg|μg|ug|microgram|gram|g)))/giu;
/** "500 mg x 2" may be two tablets or twice a day; "x 2 times" and "x 7 days" are no amounts. */
const TIMES_WHAT =
  /[x×*]\s?\d+(?![\d.,]|\s?(?:mg|mcg|µg|μg|ug|g|times?|lần|\/|days?|daily|ngày|weeks?|tuần|a\s|per\s))/iu;

/** One dose in mg: "500 mg", "2 x 500 mg", "3 tablets of 500 mg". Null where the words leave a choice. */
export function readAmount(text: string): number | null {
  if (RANGE.test(text) || DIVIDED.test(text) || TIMES_WHAT.test(text)) return null;
  const amounts = [...text.matchAll(AMOUNT)].map((match) => ({ mg: milligrams(match), at: match.index }));
  const counts = [...text.matchAll(COUNT)].map((match) => ({
    n: readNumber(match[1] ?? ''),
    at: match.index,
  }));
  const values = [...new Set(amounts.map(({ mg }) => mg))];
  const [first] = amounts;
  if (first === undefined || values.includes(null)) return null;
  const times = [...new Set(counts.map(({ n }) => n))];
  const [n = 1] = times;
  if (times.length > 1 || n === null) return null;
  // "1500 mg (3 tablets)": whether of each or of all, nobody can tell.
  const isCountFirst = counts.every(({ at }) => amounts.some((amount) => amount.at > at));
  if (n !== 1 && !isCountFirst) return null;
  if (values.length === 1) return round((first.mg ?? Number.NaN) * n);
  return values.length === 2 ? addsUp(values, n) : null;
}

/** "1 g (2 tablets of 500 mg)" says the same twice. */
function addsUp(values: readonly (number | null)[], n: number): number | null {
  const [small = 0, large = 0] = values.map((value) => value ?? 0).sort((a, b) => a - b);
  return n > 1 && round(small * n) === round(large) ? round(large) : null;
}

function milligrams([, digits = '', unit = '']: RegExpMatchArray): number | null {
  const value = readNumber(digits.replace(/[.,]$/u, ''));
  const factor = MG_PER[unit.toLowerCase()];
  if (value === null || factor === undefined) return null;
  // "1.000 g" is one gram or a thousand of them.
  const isOdd = factor === 1_000 && /^[1-9]\d{0,2}[.,]\d{3}$/u.test(digits);
  return isOdd ? null : round(value * factor);
}

/** Without the crumbs of binary fractions. */
function round(mg: number): number {
  return Math.round(mg * 1e6) / 1e6;
}
