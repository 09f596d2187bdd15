import { readNumber } from './number-words.ts';

const NUMBER = '(\\d+|once|twice|one|two|three|four|five|six|một|hai|ba|bốn|năm|sáu)';
/** How long, which is not how often. */
const DURATION =
  /(?:(?<!\p{L})(?:for|during|over|trong|x|×)\s?)\d+\s?(?:more\s)?(?:days?|weeks?|months?|ngày|tuần|tháng)(?!\p{L})/giu;
const NOT_DAILY =
  /\b(?:weekly|monthly|alternate|(?:a|per|each|every) (?:week|month)|every other|every (?:[2-9]|second|third|two|three) days?)\b|(?<!\p{L})(?:cách ngày|(?:hàng|hằng|mỗi|một) (?:tuần|tháng)|\/ ?tuần|lần tuần)(?!\p{L})/iu;
const HOURS =
  /\b(?:every|q)\s?(\d+)\s?(?:hours?|hourly|hrs?|h)\b|(?<!\p{L})(?:mỗi|cách)\s?(\d+)\s?giờ(?!\p{L})/giu;
const COUNTED: readonly RegExp[] = [
  // Three times a day, 3 x daily, 3 lần mỗi ngày.
  new RegExp(
    `(?<![\\p{L}\\d.,])${NUMBER}\\s?(?:times?|x|×|lần)\\s?(?:a|per|each|every|\\/|mỗi|một|trong)?\\s?(?:day|daily|ngày)(?!\\p{L})`,
    'giu',
  ),
  // 3 a day, 3/ngày, twice daily.
  new RegExp(
    `(?<![\\p{L}\\d.,])(?:x\\s?)?${NUMBER}\\s?(?:a|per|each|every|\\/|mỗi)\\s?(?:day|ngày)(?!\\p{L})`,
    'giu',
  ),
  /(?<!\p{L})(once|twice)\s(?:daily|every day|each day)(?!\p{L})/giu,
  // Ngày 3 lần, mỗi ngày một lần.
  new RegExp(`(?<!\\p{L})ngày\\s?(?:uống|dùng|x|tiêm)?\\s?${NUMBER}\\s?lần(?!\\p{L})`, 'giu'),
];
const ABBREVIATIONS: readonly (readonly [RegExp, number])[] = [
  [/\b(?:od|qd)\b/iu, 1],
  [/\b(?:bd|bid|b\.i\.d)\b/iu, 2],
  [/\b(?:tds|tid|t\.i\.d)\b/iu, 3],
  [/\b(?:qds|qid|q\.i\.d)\b/iu, 4],
];
const PARTS_OF_DAY: readonly RegExp[] = [
  /\b(?:mornings?|mane|breakfast)\b|(?<!\p{L})sáng(?!\p{L})/iu,
  /\b(?:noon|midday|lunch)\b|(?<!\p{L})trưa(?!\p{L})/iu,
  /\b(?:afternoons?)\b|(?<!\p{L})chiều(?!\p{L})/iu,
  /\b(?:evenings?|dinner|supper)\b/iu,
  /\b(?:nights?|nocte|bedtime|bed)\b|(?<!\p{L})(?:tối(?! đa| thiểu)|đêm|trước khi ngủ)(?!\p{L})/iu,
];
/** Three main meals make a day. */
const EACH_MEAL =
  /\b(?:with|before|after|at) (?:each|every) (?:main )?meals?\b|(?<!\p{L})(?:trước|sau|trong|cùng) (?:mỗi|các) bữa ăn(?!\p{L})/iu;
const EITHER = /\bor\b|(?<!\p{L})(?:hoặc|hay)(?!\p{L})/iu;
const EVERY_DAY = /\b(?:daily|every day|each day)\b|(?<!\p{L})(?:hằng|hàng|mỗi|một) ngày(?!\p{L})/iu;

/** How many times a day; null where nothing says, or two things say differently. */
export function readTimesADay(text: string): number | null {
  const plain = text.replace(DURATION, ' ');
  if (NOT_DAILY.test(plain)) return null;
  const said = [
    ...[...plain.matchAll(HOURS)].map(([, en, vi]) => 24 / Number(en ?? vi)),
    ...COUNTED.flatMap((pattern) => [...plain.matchAll(pattern)].map(([, n = '']) => readNumber(n))),
    ...ABBREVIATIONS.filter(([pattern]) => pattern.test(plain)).map(([, n]) => n),
  ];
  if (EACH_MEAL.test(plain)) said.push(3);
  const parts = PARTS_OF_DAY.filter((pattern) => pattern.test(plain)).length;
  if (parts > 0) said.push(parts > 1 && EITHER.test(plain) ? null : parts);
  const [times = EVERY_DAY.test(plain) ? 1 : null, ...others] = [...new Set(said)];
  return times === null || others.length > 0 || !Number.isFinite(times) || times <= 0 ? null : times;
}
