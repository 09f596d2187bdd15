import { readNumber } from './number-words.ts';

const COUNT = '(\\d+|once|twice|one|two|three|một|hai|ba)';
/** How long, which is not how often. */
const DURATION =
  /(?:(?<!\p{L})(?:for|during|over|trong|x|×)\s?)\d+\s?(?:more\s)?(?:days?|weeks?|months?|ngày|tuần|tháng)(?!\p{L})/giu;
const DAYS_IN: Readonly<Record<string, number>> = {
  day: 1,
  ngày: 1,
  week: 7,
  tuần: 7,
  month: 30,
  tháng: 30,
  year: 365,
  năm: 365,
};
const PERIOD = '(day|week|month|year|ngày|tuần|tháng|năm)s?';
/** Twice a week, once weekly, 1 lần/tuần, "once week". */
const TIMES_A = new RegExp(
  `(?<![\\p{L}\\d.,])${COUNT}\\s?(?:times?|x|×|lần)?\\s?(?:a|per|each|every|in a|\\/|mỗi|một|trong|hàng|hằng)?\\s?(?:week|month|year|tuần|tháng|năm)(?:ly)?(?!\\p{L})`,
  'iu',
);
const PERIOD_OF = /week|month|year|tuần|tháng|năm/iu;
/** Every 2 weeks, mỗi 3 tháng. */
const EVERY = new RegExp(
  `(?<!\\p{L})(?:every|each|q|mỗi|cách)\\s?(\\d+|two|three|four|six|other|second|third|hai|ba)\\s?${PERIOD}(?!\\p{L})`,
  'iu',
);
const ORDINALS: Readonly<Record<string, number>> = { other: 2, second: 2, third: 3, six: 6 };
const PLAIN: readonly (readonly [RegExp, number])[] = [
  [/\balternate days?\b|(?<!\p{L})cách ngày(?!\p{L})/iu, 2],
  [/\bfortnightly\b/iu, 14],
  [/\b(?:weekly|(?:a|per|each|every) week)\b|(?<!\p{L})(?:hàng|hằng|mỗi) tuần(?!\p{L})/iu, 7],
  [/\b(?:monthly|(?:a|per|each|every) month)\b|(?<!\p{L})(?:hàng|hằng|mỗi) tháng(?!\p{L})/iu, 30],
  [/\b(?:yearly|annually|(?:a|per|each|every) year)\b|(?<!\p{L})(?:hàng|hằng|mỗi) năm(?!\p{L})/iu, 365],
];
const ONCE = /\b(?:stat|once only|single dose|one dose only|one-off)\b|liều duy nhất|một lần duy nhất/iu;

/** Days from one dose to the next where they are more than one; endless for a single dose, null where nothing of the kind is said. */
export function readEveryDays(text: string): number | null {
  const plain = text.replace(DURATION, ' ');
  if (ONCE.test(plain)) return Number.POSITIVE_INFINITY;
  const every = EVERY.exec(plain);
  if (every) {
    const n = ORDINALS[(every[1] ?? '').toLowerCase()] ?? readNumber(every[1] ?? '');
    const days = (n ?? 0) * (DAYS_IN[(every[2] ?? '').toLowerCase()] ?? 0);
    return days > 1 ? days : null;
  }
  const times = TIMES_A.exec(plain);
  if (times) {
    const n = readNumber(times[1] ?? '');
    const days = DAYS_IN[PERIOD_OF.exec(times[0])?.[0].toLowerCase() ?? ''];
    return n === null || n <= 0 || days === undefined ? null : days / n;
  }
  return PLAIN.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}
