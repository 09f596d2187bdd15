import type { Language } from '../../domain/language.ts';
import { numberIn, once, readLexicon } from '../read-lexicon.ts';
import { anyOf, inFigures, PER_YEAR, readNumber, SCALES, UNITS } from './quantity-words.ts';

/** A number of a text in the base unit of what it measures, so that 60 minutes and 1 hour are one. */
export interface Quantity {
  /** What is measured: a duration, times a year, VND, %, a day of the calendar … */
  dimension: string;
  value: number;
  /** The number itself and its unit in English; of a date or a time of day as `value` and `dimension`. */
  amount: number;
  unit: string;
  /** Meant without being written as a number: "free of charge", "within a day". */
  implied: boolean;
  /** Counted in working days: five of them may be called a week. */
  working: boolean;
  /** As written, and where. */
  text: string;
  start: number;
  end: number;
}

const EXACT = 1e-9;
/** Two months are sixty days, half a year is 180: as people count, not as the calendar does. */
const COUNTED = 0.03;
const CALENDAR_DAYS_PER_WORKING_DAY = 7 / 5;

/** Whether two numbers say the same of the same. */
export function isSameQuantity(a: Quantity, b: Quantity): boolean {
  if (a.dimension !== b.dimension) return false;
  const byCalendar = a.dimension === 'duration' || a.dimension === 'times a year';
  const near = (one: number, two: number) =>
    Math.abs(one - two) <= (byCalendar ? COUNTED : EXACT) * Math.max(EXACT, Math.abs(one), Math.abs(two));
  const inDays = ({ value, working }: Quantity) => (working ? value * CALENDAR_DAYS_PER_WORKING_DAY : value);
  return near(a.value, b.value) || (a.working !== b.working && near(inDays(a), inDays(b)));
}

const GAP = '[ \\u00a0-]{0,20}';
const UNIT = `(?:(?:working|business|calendar|full|unused|extra|more|further|additional|standard|consecutive|paid) ){0,2}(${anyOf(UNITS)})s?(?![\\p{L}\\p{N}])`;
/** A number, its scale and its unit. */
const MEASURE = new RegExp(
  `(?<![\\d.,\\p{L}])(?<!\\p{L}-)(?:(?:VND|VNĐ|₫) ?(?=\\d))?(\\d+(?:[.,]\\d+)*)(?:${GAP}(${anyOf(SCALES)})(?!\\p{L}))?(?:${GAP}${UNIT})?`,
  'giu',
);
/** Of a range the first number has the unit of the second. */
const RANGE = new RegExp(
  `^ ?(?:to|đến|tới|-|–) ?\\d+(?:[.,]\\d+)* (${anyOf(UNITS)})s?(?![\\p{L}\\p{N}])`,
  'iu',
);
const HALF =
  /(?<!\p{L})(?:half an? |half-|nửa )(hour|day|month|year|percent|giờ|tiếng|ngày|tháng|năm|phần trăm)(?!\p{L})/giu;
const HALF_MORE = /^ rưỡi(?!\p{L})|^ and a half(?!\p{L})/iu;
const PER = new RegExp(
  `^ {0,6}(?:a|an|per|each|every|one|một|mỗi|trong một|in a|in one) (${anyOf(PER_YEAR)})(?!\\p{L})`,
  'iu',
);
/** "every 90 days", "mỗi 3 tháng", "3 tháng một lần". */
const EVERY_BEFORE = /(?<!\p{L})(?:every|mỗi|cứ|cứ sau|cứ mỗi) $/iu;
const ONCE_AFTER = /^ (?:một|1) {1,3}lần(?!\p{L})/iu;
const EVERY_UNIT_ONCE = new RegExp(
  `(?<!\\p{L})(?:mỗi|một) (${anyOf(PER_YEAR)}) (?:một|1) {1,3}lần(?!\\p{L})`,
  'giu',
);
const MONEY_NEAR = /lương|phí|giá|tiền|thưởng|phụ cấp|\bVND\b|chi |salary|fee|price|cost|bonus/iu;
/** A round million of nothing is money. */
const NOTHING_COUNTED = /^(?: rưỡi)? {0,3}(?:[.,;)]|$)/u;
const WORKING = /working|business|workday|^ (?:làm việc|công)(?!\p{L})/iu;

/** The numbers of a text, in figures or in words, with what they measure. */
export function readQuantities(text: string, language: Language): Quantity[] {
  const { marks, rest: undated } = readCalendar(inFigures(text, language));
  const found: Quantity[] = marks.map(({ dimension, value, start, end }) =>
    quantity({ dimension, value, amount: value, unit: dimension, start, end }),
  );
  let rest = undated;
  for (const match of rest.matchAll(EVERY_UNIT_ONCE))
    take(match, {
      dimension: 'times a year',
      value: PER_YEAR[(match[1] ?? '').toLowerCase()] ?? 1,
      amount: 1,
      unit: 'time',
    });
  for (const match of rest.matchAll(HALF)) {
    const [unit, dimension, factor] = UNITS[(match[1] ?? '').toLowerCase()] ?? ['', '', 1];
    take(match, { dimension, value: factor / 2, amount: 0.5, unit });
  }
  for (const match of rest.matchAll(MEASURE)) measure(match);
  for (const { dimension, value, start, end } of readImplied(rest))
    found.push(quantity({ dimension, value, amount: value, unit: dimension, start, end, implied: true }));
  return found.sort((a, b) => a.start - b.start);

  function measure(match: RegExpMatchArray & { index: number }): void {
    const [all, figures = '', scaled = '', own] = match;
    const stop = match.index + all.length;
    const after = rest.slice(stop, stop + 40);
    const half = HALF_MORE.exec(after)?.[0] ?? '';
    const end = stop + half.length;
    const written = (own ?? RANGE.exec(after)?.[1] ?? '').toLowerCase();
    const scale = SCALES[scaled.toLowerCase()] ?? 1;
    const isMoney =
      /^(?:VN|₫)/iu.test(all) ||
      (scale > 1 &&
        written === '' &&
        (MONEY_NEAR.test(text) || (scale > 1_000 && NOTHING_COUNTED.test(after))));
    const [unit, dimension, factor] = isMoney ? (UNITS.vnd ?? ['', '', 1]) : (UNITS[written] ?? ['', '', 1]);
    const amount =
      (readNumber(figures, language, unit === 'VND' && scale === 1) +
        // Two and a half million, two and a half hours.
        (half === '' ? 0 : 0.5)) *
      scale;
    const value = amount * factor;
    const perYear = frequency(dimension, value, rest.slice(0, match.index), after);
    found.push(
      quantity({
        dimension: perYear === null ? dimension : 'times a year',
        value: perYear ?? value,
        amount,
        unit,
        working: dimension === 'duration' && (WORKING.test(all) || WORKING.test(after)),
        start: match.index,
        end,
      }),
    );
  }

  function take(
    match: RegExpMatchArray & { index: number },
    of: Pick<Quantity, 'dimension' | 'value' | 'amount' | 'unit'>,
  ) {
    const end = match.index + match[0].length;
    found.push(quantity({ ...of, start: match.index, end }));
    rest = rest.slice(0, match.index) + ' '.repeat(match[0].length) + rest.slice(end);
  }

  function quantity(
    part: Pick<Quantity, 'dimension' | 'value' | 'amount' | 'unit' | 'start' | 'end'> & Partial<Quantity>,
  ): Quantity {
    return { implied: false, working: false, text: wordsAt(part.start, part.end), ...part };
  }

  /** A number word is shorter as a figure: it is quoted whole. */
  function wordsAt(start: number, end: number): string {
    const rest = /^\p{L}+/u.exec(text.slice(end))?.[0] ?? '';
    return text.slice(start, /\p{L}/u.test(text.charAt(start)) ? end + rest.length : end);
  }
}

/** How often a year, where that is what is told. */
function frequency(dimension: string, value: number, before: string, after: string): number | null {
  if (dimension === 'time') {
    const per = PER.exec(after)?.[1];
    return per === undefined ? null : value * (PER_YEAR[per.toLowerCase()] ?? 1);
  }
  const isInterval =
    dimension === 'duration' && value > 0 && (EVERY_BEFORE.test(before) || ONCE_AFTER.test(after));
  return isInterval ? 365 / value : null;
}

/** A number that is meant though no figure says it. */
interface ImpliedNumber {
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
/** Words that mean a number: free of charge, within a shift (half a day), twice the rate, annually. */
const impliedNumbers = once(() =>
  readLexicon('language/implied-numbers', ['dimension', 'value', 'cue']).map(({ dimension, value, cue }) => ({
    dimension,
    value: numberIn(value),
    cue: new RegExp(cue, 'iu'),
  })),
);

/** What a text says without a figure: free of charge, within a day, annually, twice the rate. */
function readImplied(text: string): ImpliedNumber[] {
  const told = impliedNumbers().flatMap(({ dimension, value, cue }) => {
    const match = cue.exec(text);
    return match ? [{ dimension, value, start: match.index, end: match.index + match[0].length }] : [];
  });
  const found: ImpliedNumber[] = told.filter(({ dimension }) => dimension !== 'times a year');
  const often = told.filter(({ dimension }) => dimension === 'times a year');
  const stretch = STRETCH.exec(text);
  // After a number "a month" is what it is counted by: 40 hours in a month.
  if (stretch && !/\d/u.test(text.slice(0, stretch.index))) {
    const [, , factor] = UNITS[(stretch[1] ?? '').toLowerCase()] ?? ['', '', 1];
    const end = stretch.index + stretch[0].length;
    found.push({ dimension: 'duration', value: factor, start: end - (stretch[1] ?? '').length, end });
  }
  return [...found, ...often];
}

/** A date, a day or a time of day, as numbers that can be compared. */
interface CalendarMark {
  dimension: 'clock' | 'calendar' | 'day of month' | 'weekday';
  value: number;
  start: number;
  end: number;
}

export const MONTHS =
  'january february march april may june july august september october november december'.split(' ');
const MONTH_NAME = `${MONTHS.join('|')}|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec`;
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
    new RegExp(`(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH_NAME})(?!\\p{L})`, 'giu'),
    ([d, m]) => date(d, monthOf(m)),
  ],
  [
    'calendar',
    new RegExp(`(?<!\\p{L})(${MONTH_NAME}) (\\d{1,2})(?:st|nd|rd|th)?(?![\\d\\p{L}])`, 'giu'),
    ([m, d]) => date(d, monthOf(m)),
  ],
  [
    'calendar',
    new RegExp(`(?<!\\p{L})end of (${MONTH_NAME})(?!\\p{L})`, 'giu'),
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
function readCalendar(text: string): { marks: CalendarMark[]; rest: string } {
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
