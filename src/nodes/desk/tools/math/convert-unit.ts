import type { Figure } from './figure.ts';
import type { Value } from './resolve-name.ts';
import type { Statement } from './statement.ts';

/** What an amount in one unit is multiplied or divided by to be in another. */
const CONVERSIONS: Readonly<Record<string, string>> = {
  'hour minute': '* 60',
  'minute hour': '/ 60',
  'minute second': '* 60',
  'second minute': '/ 60',
  'day hour': '* 24',
  'hour day': '/ 24',
  'week day': '* 7',
  'day week': '/ 7',
  'year month': '* 12',
  'month year': '/ 12',
  'TB GB': '* 1024',
  'GB TB': '/ 1024',
  'GB MB': '* 1024',
};

/** A stretch of time that something is told for, in the words of either language. */
const PERIODS: readonly (readonly [string, RegExp])[] = [
  ['hour', /(?<!\p{L})(?:một|mỗi) giờ(?!\p{L})|\b(?:hourly|(?:per|an|each|every) hour)\b/iu],
  [
    'day',
    /(?<!\p{L})(?:một|mỗi|hằng|hàng|cả) ngày(?!\p{L})|\b(?:daily|(?:per|a|each|every|one) (?:working )?day)\b/iu,
  ],
  ['week', /(?<!\p{L})(?:một|mỗi|hằng|hàng|cả) tuần(?!\p{L})|\b(?:weekly|(?:per|a|each|every|one) week)\b/iu],
  [
    'quarter',
    /(?<!\p{L})(?:một|mỗi|hằng|hàng|cả) quý(?!\p{L})|\b(?:quarterly|(?:per|a|each|every|one) quarter)\b/iu,
  ],
  [
    'month',
    /(?<!\p{L})(?:một|mỗi|hằng|hàng|cả) tháng(?!\p{L})|\b(?:monthly|(?:per|a|each|every|one) month)\b/iu,
  ],
  [
    'year',
    /(?<!\p{L})(?:một|mỗi|hằng|hàng|cả) năm(?!\p{L})|\b(?:yearly|annually|(?:per|a|each|every|one) year)\b/iu,
  ],
];
/** How often the shorter of two periods comes in the longer, where the calendar says so. */
const WITHIN: Readonly<Record<string, string>> = {
  'hour day': '* 24',
  'day week': '* 7',
  'month year': '* 12',
  'year month': '/ 12',
};

/** A value in the unit that was asked for. */
export function inUnit(value: Value, unit: string | null): Value {
  if (unit === null || unit === value.unit) return value;
  const step = CONVERSIONS[`${value.unit} ${unit}`];
  return step ? { ...value, expression: `${bracketed(value.expression)} ${step}`, unit } : { ...value, unit };
}

/** What is told for one stretch of time, for the one that was asked about: so much a day, in a week. */
export function forPeriod(
  value: Value,
  figure: Figure,
  { text, figures }: Statement,
  question: string,
): Value {
  const told = periodIn(text);
  const asked = periodIn(question);
  const step = told && asked && WITHIN[`${told} ${asked}`];
  // A count of its own says for how long; and what is said to hold within a time is a limit, not a rate.
  const isRate =
    figure.unit !== '%' && figures.length === 1 && !/(?<!\p{L})(?:quá|exceed)(?!\p{L})/iu.test(text);
  return step && isRate ? { ...value, expression: `${bracketed(value.expression)} ${step}` } : value;
}

/** The period that a text speaks of; of several the one it ends with, which says for how long. */
export function periodIn(text: string): string | null {
  const found = PERIODS.flatMap(([name, pattern]) => {
    const places = [...text.matchAll(new RegExp(pattern, 'giu'))].map(({ index }) => index);
    return places.length === 0 ? [] : [{ name, at: Math.max(...places) }];
  });
  return found.sort((a, b) => b.at - a.at)[0]?.name ?? null;
}

export function converts(from: string, to: string): boolean {
  return `${from} ${to}` in CONVERSIONS;
}

export function bracketed(expression: string): string {
  return /^\(?n\d+\)?$/u.test(expression) ? expression : `(${expression})`;
}
