/** A part of a day counted from today's: days back, and the hours it goes from and to. */
export interface DayPart {
  back: number;
  from: number;
  to: number;
}

const YESTERDAY_VI = '(?:hôm )?qua';
const NIGHT = { from: 18, to: 30 };
/** In Vietnamese one o'clock at night is "1 giờ sáng": the morning begins at midnight. */
const MORNING = { from: 0, to: 12 };
const AFTERNOON = { from: 12, to: 18 };
const WHOLE = { from: 0, to: 24 };

/** The first that a question names counts; what holds another's words stands before it. */
export const DAY_PARTS: readonly (readonly [RegExp, DayPart])[] = [
  [words('day before yesterday', 'hôm kia'), { back: 2, ...WHOLE }],
  [words('last night|yesterday (?:evening|night)', `(?:đêm|tối) ${YESTERDAY_VI}`), { back: 1, ...NIGHT }],
  [words('yesterday morning', `sáng ${YESTERDAY_VI}`), { back: 1, ...MORNING }],
  [words('yesterday afternoon', `(?:chiều|trưa) ${YESTERDAY_VI}`), { back: 1, ...AFTERNOON }],
  [words('yesterday', 'hôm qua'), { back: 1, ...WHOLE }],
  [words('this morning', 'sáng (?:hôm )?nay'), { back: 0, ...MORNING }],
  [words('this afternoon', '(?:chiều|trưa) (?:hôm )?nay'), { back: 0, ...AFTERNOON }],
  [words('tonight|this evening', '(?:đêm|tối) (?:hôm )?nay'), { back: 0, ...NIGHT }],
  [words('today', 'hôm nay'), { back: 0, ...WHOLE }],
];

/** Weeks begin on Monday. */
export const CALENDAR: readonly (readonly [RegExp, 'week' | 'month', back: number])[] = [
  [words('this week', 'tuần này'), 'week', 0],
  [words('last week|previous week', 'tuần (?:trước|rồi)'), 'week', 1],
  [words('this month', 'tháng này'), 'month', 0],
  [words('last month|previous month', 'tháng (?:trước|rồi)'), 'month', 1],
];

const COUNTS: readonly (readonly string[])[] = [
  ['one', 'một'],
  ['two', 'hai'],
  ['three', 'ba'],
  ['four', 'bốn'],
  ['five', 'năm'],
  ['six', 'sáu'],
  ['seven', 'bảy'],
  ['eight', 'tám'],
  ['nine', 'chín'],
  ['ten', 'mười'],
];
const COUNT = `(?:\\d{1,4}|${COUNTS.flat().join('|')})`;

export type SpanUnit = 'minute' | 'hour' | 'day' | 'week';
const UNITS: Readonly<Record<string, SpanUnit>> = {
  minute: 'minute',
  phút: 'minute',
  hour: 'hour',
  h: 'hour',
  giờ: 'hour',
  tiếng: 'hour',
  day: 'day',
  ngày: 'day',
  week: 'week',
  tuần: 'week',
};

/** The time up to now: "the last 24 hours", "in the past week", "3 ngày qua"; how long "mấy ngày qua" is nobody knows. */
export const SPANS: readonly RegExp[] = [
  new RegExp(`\\b(?:last|past)(?: (?<count>${COUNT}))? ?(?<unit>minute|hour|h|day|week)s?\\b`, 'iu'),
  new RegExp(
    `(?<![\\p{L}\\d])(?:(?<count>${COUNT}) ?(?<unit>phút|giờ|tiếng|h|ngày|tuần)(?: đồng hồ)?|(?<!(?:mấy|vài|nhiều) )tuần) (?:vừa qua|qua|gần đây|gần nhất)(?!\\p{L})`,
    'iu',
  ),
];

/** One day or one week, so many ago. */
export const AGO: readonly RegExp[] = [
  new RegExp(`\\b(?<count>${COUNT}) (?<unit>day|week)s? ago\\b`, 'iu'),
  new RegExp(`(?<![\\p{L}\\d])(?<count>${COUNT}) (?<unit>ngày|tuần) trước(?!\\p{L})`, 'iu'),
  new RegExp(`(?<!\\p{L})cách đây (?<count>${COUNT}) (?<unit>ngày|tuần)(?!\\p{L})`, 'iu'),
];

const MONTHS: readonly string[] = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const MONTH = `(?<name>${MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|sept)\\b\\.?`;
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '(?:,? (?<year>\\d{4}))?(?![\\p{L}\\d])';

/** Days by name; where both are figures the day stands before the month, as it does in the house. */
export const NAMED_DAYS: readonly RegExp[] = [
  /(?<![\d-])(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?!\d)/giu,
  /(?<![\d/.-])(?<day>\d{1,2})(?<mark>[/.-])(?<month>\d{1,2})\k<mark>(?<year>\d{4})(?!\d)/giu,
  // Around the clock is no day of July.
  /(?<![\d/.-])(?!24\/7(?!\d))(?<day>\d{1,2})\/(?<month>\d{1,2})(?![\d/])/giu,
  /(?<!\d)(?<day>\d{1,2}) tháng (?<month>\d{1,2})(?!\d)(?:,? năm (?<year>\d{4}))?/giu,
  new RegExp(`\\b${DAY}(?: of)? ${MONTH}${YEAR}`, 'giu'),
  new RegExp(`\\b${MONTH} ${DAY}${YEAR}`, 'giu'),
];

export function countOf(text: string | undefined): number {
  if (text === undefined) return 1;
  const place = COUNTS.findIndex((names) => names.includes(text.toLowerCase()));
  return place === -1 ? Number(text) : place + 1;
}

/** "Tuần qua" says its unit by itself. */
export function unitOf(text: string | undefined): SpanUnit {
  return UNITS[(text ?? '').toLowerCase()] ?? 'week';
}

export function monthOf({ month, name }: Readonly<Record<string, string | undefined>>): number {
  if (month !== undefined) return Number(month);
  const short = (name ?? '').slice(0, 3).toLowerCase();
  return MONTHS.findIndex((one) => one.startsWith(short)) + 1;
}

function words(en: string, vi: string): RegExp {
  return new RegExp(`\\b(?:${en})\\b|(?<!\\p{L})(?:${vi})(?!\\p{L})`, 'iu');
}
