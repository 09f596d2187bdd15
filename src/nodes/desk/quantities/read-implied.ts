import { anyOf, PER_YEAR, UNITS } from './units.ts';

/** A number that is meant though no figure says it. */
export interface ImpliedNumber {
  dimension: string;
  value: number;
  start: number;
  end: number;
}

const UNIT_OF_TIME = anyOf(PER_YEAR);
const STRETCH = new RegExp(
  `(?<!\\p{L})(?:(?:within|for|after|at least|at most|up to|lasts?|than|in advance of|has|have|takes?) (?:an? |one )|(?:trong|trong vòng|sau|trước|giá trị|được nghỉ|ít nhất|tối thiểu|chậm nhất|tối đa|kéo dài|lưu|giữ|thời hạn|có) một )(hour|giờ|tiếng|${UNIT_OF_TIME})(?!\\p{L})`,
  'iu',
);
/** An adverb, not the name of something: "repeated annually", not "annual leave". */
const OFTEN: readonly (readonly [RegExp, number])[] = [
  [/(?<!\p{L})(?:annually|yearly|every year|each year)(?= *(?:[.,;]|$|by |to |in |on |at ))/iu, 1],
  [/(?<!\p{L})(?:quarterly|every quarter|each quarter)(?= *(?:[.,;]|$|by |to |in |on |at ))/iu, 4],
  [/(?<!\p{L})(?:monthly|every month|each month)(?= *(?:[.,;]|$|by |to |in |at ))/iu, 12],
  [/(?<!\p{L})(?:weekly|every week|each week)(?= *(?:[.,;]|$|by |to |in |at ))/iu, 365 / 7],
];
/** Half a day, whatever its hours. */
const SHIFT = 0.5;
const SHARES: readonly (readonly [RegExp, string, number])[] = [
  [
    /(?<!\p{L})(?:trong ngày|cùng ngày|(?:within|on) the (?:same )?day|the same day)(?! (?:làm việc )?(?:cuối|đầu)|\p{L})/iu,
    'duration',
    1,
  ],
  [
    /(?<!\p{L})(?:(?:within|during|in|before the end of) the same shift|(?:ngay )?trong ca(?: trực| làm việc)?(?= *[.,;]|$))(?!\p{L})/iu,
    'duration',
    SHIFT,
  ],
  [
    /(?<!\p{L})(?:ngay(?: lập tức| khi| sau khi| trong ngày(?: làm việc)?(?: cuối(?: cùng)?)?|(?= *(?:[.,;]|$)))|immediately|at once(?= *[.,;]|$)|straight away|without delay|as soon as)(?!\p{L})/iu,
    'duration',
    0,
  ],
  [
    /(?<!\p{L})(?:miễn phí|không (?:mất|thu|tính) phí|free of charge|at no cost|without charge|(?:is|are) free)(?!\p{L})/iu,
    'VND',
    0,
  ],
  [
    /(?<!\p{L})(?:toàn bộ|nguyên lương|đủ lương|in full|full pay|the full (?:base |monthly )?(?:cost|price|fee|premium|amount|salary|pay|rate|wage))(?!\p{L})/iu,
    '%',
    100,
  ],
  [/(?<!\p{L})(?:một nửa|half of|half the|half their|50-50)(?!\p{L})/iu, '%', 50],
  [/(?<!\p{L})(?:gấp đôi|gấp hai|double|twice the)(?!\p{L})/iu, '%', 200],
  [/(?<!\p{L})(?:gấp ba|triple|three times the)(?!\p{L})/iu, '%', 300],
  [/(?<!\p{L})(?:gấp rưỡi|time and a half|one and a half times)(?!\p{L})/iu, '%', 150],
  [/(?<!\p{L})(?:một phần ba|a third of|one third of)(?!\p{L})/iu, '%', 100 / 3],
  [/(?<!\p{L})(?:một phần tư|a quarter of|one quarter of)(?!\p{L})/iu, '%', 25],
  [/(?<!\p{L})(?:ba phần tư|three quarters of)(?!\p{L})/iu, '%', 75],
];

/** What a text says without a figure: free of charge, within a day, annually, twice the rate. */
export function readImplied(text: string): ImpliedNumber[] {
  const found: ImpliedNumber[] = SHARES.flatMap(([pattern, dimension, value]) => {
    const match = pattern.exec(text);
    return match ? [{ dimension, value, start: match.index, end: match.index + match[0].length }] : [];
  });
  const often = OFTEN.flatMap(([pattern, value]) => {
    const match = pattern.exec(text);
    return match
      ? [{ dimension: 'times a year', value, start: match.index, end: match.index + match[0].length }]
      : [];
  });
  const stretch = STRETCH.exec(text);
  // After a number "a month" is what it is counted by: 40 hours in a month.
  if (stretch && !/\d/u.test(text.slice(0, stretch.index))) {
    const [, , factor] = UNITS[(stretch[1] ?? '').toLowerCase()] ?? ['', '', 1];
    const end = stretch.index + stretch[0].length;
    found.push({ dimension: 'duration', value: factor, start: end - (stretch[1] ?? '').length, end });
  }
  return [...found, ...often];
}
