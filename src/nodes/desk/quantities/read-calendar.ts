/** A date, a day or a time of day, as numbers that can be compared. */
export interface CalendarMark {
  dimension: 'clock' | 'calendar' | 'day of month' | 'weekday';
  value: number;
  start: number;
  end: number;
}

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const MONTH = `${MONTHS.join('|')}|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec`;
const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const THU: readonly (readonly [RegExp, number])[] = [
  [/^(?:hai|2)$/iu, 0],
  [/^(?:ba|3)$/iu, 1],
  [/^(?:tư|bốn|4)$/iu, 2],
  [/^(?:năm|5)$/iu, 3],
  [/^(?:sáu|6)$/iu, 4],
  [/^(?:bảy|bẩy|7)$/iu, 5],
];
const AFTERNOON = /^(?:p|chiều|tối|đêm)/iu;
const LAST_DAY = 31;

type Reader = (groups: readonly (string | undefined)[]) => number;

/** Patterns that hold a date or a time of day, the fullest first: their numbers measure nothing. */
const PATTERNS: readonly (readonly [CalendarMark['dimension'], RegExp, Reader])[] = [
  [
    'clock',
    /(?<!\d)(\d{1,2})(?::| ?h ?)(\d{2})(?!\d)(?: ?(a|p)\.?m\b\.?| (sáng|trưa|chiều|tối|đêm))?/giu,
    ([h, m, half, part]) => clock(h, m, half ?? part),
  ],
  ['clock', /(?<![\d.,:])(\d{1,2}) ?(a|p)\.?m\b\.?/giu, ([h, half]) => clock(h, '0', half)],
  [
    'clock',
    /(?<!\d)(\d{1,2}) giờ (?:(\d{2})(?! giờ|\d)(?: phút)?|(\d) phút)(?: (sáng|trưa|chiều|tối|đêm)(?!\p{L}))?/giu,
    ([h, m, minutes, part]) => clock(h, m ?? minutes, part),
  ],
  [
    'clock',
    /(?<!\d)(\d{1,2}) (?:giờ|h) (sáng|trưa|chiều|tối|đêm)(?!\p{L})/giu,
    ([h, part]) => clock(h, '0', part),
  ],
  ['clock', /(?<=(?<!\p{L})(?:lúc|từ|đến|tới) )(\d{1,2}) ?(?:giờ|h)(?![\p{L}\d])/giu, ([h]) => clock(h, '0')],
  [
    'clock',
    /(?<!\p{L})(?:noon|midday|midnight|half past (\d{1,2}))(?!\p{L})/giu,
    ([h]) => clock(h ?? '12', h ? '30' : '0'),
  ],
  ['calendar', /(?<![\d/])(\d{1,2})\/(\d{1,2})(?:\/\d{4})?(?![\d/])/gu, ([d, m]) => date(d, Number(m))],
  ['calendar', /(?<!\d)(\d{1,2}) tháng (\d{1,2})(?!\d| {1,3}lần)/giu, ([d, m]) => date(d, Number(m))],
  [
    'calendar',
    new RegExp(`(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH})(?!\\p{L})`, 'giu'),
    ([d, m]) => date(d, monthOf(m)),
  ],
  [
    'calendar',
    new RegExp(`(?<!\\p{L})(${MONTH}) (\\d{1,2})(?:st|nd|rd|th)?(?![\\d\\p{L}])`, 'giu'),
    ([m, d]) => date(d, monthOf(m)),
  ],
  [
    'calendar',
    new RegExp(`(?<!\\p{L})end of (${MONTH})(?!\\p{L})`, 'giu'),
    ([m]) => date(String(LAST_DAY), monthOf(m)),
  ],
  ['calendar', /(?<!\p{L})cuối tháng (\d{1,2})(?!\d)/giu, ([m]) => date(String(LAST_DAY), Number(m))],
  [
    'day of month',
    /(?<!\d)(\d{1,2})(?:st|nd|rd|th)(?! (?:time|year|month|day|floor)s?\b)(?!\p{L})/giu,
    ([d]) => Number(d),
  ],
  [
    'day of month',
    /(?<!\p{L})(?:ngày |mùng |mồng )(\d{1,2})(?= (?:của|hằng|hàng|mỗi|tháng)(?!\p{L})|[.,;]|$)/giu,
    ([d]) => Number(d),
  ],
  [
    'day of month',
    /(?<!\p{L})(?:last (?:working )?day of (?:the|each|every) month|end of (?:the|each|every) month|ngày (?:làm việc )?cuối (?:cùng )?(?:của )?tháng)(?!\p{L})/giu,
    () => LAST_DAY,
  ],
  [
    'weekday',
    new RegExp(`(?<!\\p{L})(${WEEKDAYS.join('|')})s?(?!\\p{L})`, 'giu'),
    ([day = '']) => WEEKDAYS.indexOf(day.toLowerCase()),
  ],
  [
    'weekday',
    /(?<!\p{L})(?<!lần )(?:thứ (hai|ba|tư|bốn|năm|sáu|bảy|bẩy|[2-7])|chủ nhật)(?![\p{L}\d])/giu,
    ([day]) => (day === undefined ? WEEKDAYS.length - 1 : (THU.find(([form]) => form.test(day))?.[1] ?? 0)),
  ],
];

/** The dates and times of a text, and the text with blanks in their place. */
export function readCalendar(text: string): { marks: CalendarMark[]; rest: string } {
  const marks: CalendarMark[] = [];
  let rest = text;
  for (const [dimension, pattern, read] of PATTERNS) {
    for (const match of rest.matchAll(pattern)) {
      const end = match.index + match[0].length;
      const value = read(match.slice(1));
      if (!Number.isFinite(value)) continue;
      marks.push({ dimension, value, start: match.index, end });
      rest = rest.slice(0, match.index) + ' '.repeat(match[0].length) + rest.slice(end);
    }
  }
  return { marks, rest };
}

/** Minutes since midnight. */
function clock(hour = '0', minute = '0', part = ''): number {
  const [h, m] = [Number(hour), Number(minute)];
  if (h > 24 || m > 59) return Number.NaN;
  const isLate = AFTERNOON.test(part) && h < 12;
  return ((isLate ? h + 12 : /^a/iu.test(part) && h === 12 ? 0 : h) % 24) * 60 + m;
}

function date(day = '0', month: number): number {
  return month >= 1 && month <= 12 && Number(day) <= LAST_DAY ? month * 100 + Number(day) : Number.NaN;
}

function monthOf(name = ''): number {
  const lower = name.toLowerCase();
  return MONTHS.findIndex((month) => month.startsWith(lower === 'sept' ? 'sep' : lower)) + 1;
}
