import { z } from 'zod';
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
  const found: Quantity[] = marks.map((mark) =>
    quantity({ ...mark, amount: mark.value, unit: mark.dimension }),
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
  for (const mark of readImplied(rest))
    found.push(quantity({ ...mark, amount: mark.value, unit: mark.dimension, implied: true }));
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

/** A number that is not written as one: a date, a time of day, or what is meant though no figure says it. */
type Mark = Pick<Quantity, 'dimension' | 'value' | 'start' | 'end'>;

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
function readImplied(text: string): Mark[] {
  const told = impliedNumbers().flatMap(({ dimension, value, cue }) => {
    const match = cue.exec(text);
    return match ? [{ dimension, value, start: match.index, end: match.index + match[0].length }] : [];
  });
  const found: Mark[] = told.filter(({ dimension }) => dimension !== 'times a year');
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

const Dimension = z.enum(['clock', 'calendar', 'day of month', 'weekday']);

export const MONTHS =
  'january february march april may june july august september october november december'.split(' ');
const AFTERNOON = /^(?:p|chiều|tối|đêm)/iu;
const LAST_DAY = 31;

type Groups = Readonly<Partial<Record<string, string>>>;

/** How the groups of a form give its value; not a number for what only looks like one. */
const VALUES: Readonly<Record<z.infer<typeof Dimension>, (groups: Groups) => number>> = {
  clock: ({ hour, past, minute, minutes, half, part }) =>
    past === undefined ? clock(hour ?? '12', minute ?? minutes, half ?? part) : clock(past, '30'),
  calendar: ({ day, month, name }) => date(day, name === undefined ? Number(month) : monthOf(name)),
  'day of month': ({ day = LAST_DAY }) => Number(day),
  // The group that matched is named by the day: w0 is a Monday.
  weekday: (groups) =>
    Number(
      Object.keys(groups)
        .find((name) => groups[name] !== undefined)
        ?.slice(1),
    ),
};

/** Forms that hold a date or a time of day, the fullest first: their numbers measure nothing. */
const calendarForms = once(() =>
  readLexicon('language/calendar-forms', ['dimension', 'pattern']).map(({ dimension, pattern }) => ({
    dimension: Dimension.parse(dimension),
    pattern: new RegExp(pattern, 'giu'),
  })),
);

/** The dates and times of a text, and the text with blanks in their place. */
function readCalendar(text: string): { marks: Mark[]; rest: string } {
  const marks: Mark[] = [];
  let rest = text;
  for (const { dimension, pattern } of calendarForms()) {
    for (const match of rest.matchAll(pattern)) {
      const end = match.index + match[0].length;
      const value = VALUES[dimension](match.groups ?? {});
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

function date(day: string | number = LAST_DAY, month: number): number {
  return month >= 1 && month <= 12 && Number(day) <= LAST_DAY ? month * 100 + Number(day) : Number.NaN;
}

/** By its first three letters: "sept" is September. */
export function monthOf(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3).toLowerCase())) + 1;
}
