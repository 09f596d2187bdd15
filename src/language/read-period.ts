import { ANY_TIME, LOG_PERIOD } from '../../texts/desk.ts';
import { fillTemplate, type Language } from '../domain/language.ts';
import { anyOf, NUMBER_WORDS, UNITS } from './quantities/quantity-words.ts';
import { MONTHS, monthOf } from './quantities/read-quantities.ts';
import { once, readLexicon } from './read-lexicon.ts';
import { type ZoneClock, zoneClock } from './timezone.ts';

/** In milliseconds since the epoch; the end is no longer in it. */
export interface Period {
  from: number;
  to: number;
}

/**
 * The first that a question names counts; what holds another's words stands before it. Weeks begin on Monday, and the
 * morning at midnight: in Vietnamese one o'clock at night is "1 giờ sáng".
 */
const periods = once(() =>
  readLexicon('language/periods', ['cue', 'unit', 'back', 'from', 'to']).map(({ cue, unit, ...part }) => ({
    cue: new RegExp(cue, 'iu'),
    unit,
    part: { back: Number(part.back), from: Number(part.from), to: Number(part.to) },
  })),
);

const COUNT = `(?:\\d{1,4}|${anyOf(NUMBER_WORDS)})`;

const SPAN_UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
type SpanUnit = (typeof SPAN_UNITS)[number];

/**
 * The time up to now: "the last 24 hours", "in the past week", "3 ngày qua"; how long "mấy ngày qua" is nobody knows. "Last
 * month" and "last year" are on the calendar, "over the last year" goes up to now.
 */
const SPANS: readonly RegExp[] = [
  new RegExp(`\\b(?:last|past) (?<count>${COUNT}) ?(?<unit>minute|hour|h|day|week|month|year)s?\\b`, 'iu'),
  /\b(?:past|(?:over|during|within|for|in) the last) (?<unit>minute|hour|day|week|month|year)\b/iu,
  /\blast (?<unit>minute|hour|day|week)\b/iu,
  new RegExp(
    `(?<![\\p{L}\\d])(?:(?<count>${COUNT}) ?(?<unit>phút|giờ|tiếng|h|ngày|tuần|tháng|năm)(?: đồng hồ)?|(?<!(?:mấy|vài|nhiều) )(?<unit1>tuần|tháng|năm)) (?:vừa qua|qua|gần đây|gần nhất|trở lại đây)(?!\\p{L})`,
    'iu',
  ),
  new RegExp(`(?<![\\p{L}\\d])(?<count>${COUNT}) (?<unit>ngày|tuần|tháng|năm) nay(?!\\p{L})`, 'iu'),
];

/** One day, week, month or year, so many ago. */
const AGO: readonly RegExp[] = [
  new RegExp(`\\b(?<count>${COUNT}|a) (?<unit>day|week|month|year)s? ago\\b`, 'iu'),
  new RegExp(`(?<![\\p{L}\\d])(?<count>${COUNT}) (?<unit>ngày|tuần|tháng|năm) trước(?!\\p{L})`, 'iu'),
  new RegExp(`(?<!\\p{L})cách đây (?<count>${COUNT}) (?<unit>ngày|tuần|tháng|năm)(?!\\p{L})`, 'iu'),
];

const MONTH = `(?<name>${MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|sept)\\b\\.?`;
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '(?:,? (?<year>\\d{4}))?(?![\\p{L}\\d])';

/** Days by name; where both are figures the day stands before the month, as is usual in Vietnam. */
const NAMED_DAYS: readonly RegExp[] = [
  /(?<![\d-])(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?!\d)/giu,
  /(?<![\d/.-])(?<day>\d{1,2})(?<mark>[/.-])(?<month>\d{1,2})\k<mark>(?<year>\d{4})(?!\d)/giu,
  // Around the clock is no day of July.
  /(?<![\d/.-])(?!24\/7(?!\d))(?<day>\d{1,2})\/(?<month>\d{1,2})(?![\d/])/giu,
  /(?<!\d)(?<day>\d{1,2}) tháng (?<month>\d{1,2})(?!\d)(?:,? năm (?<year>\d{4}))?/giu,
  new RegExp(`\\b${DAY}(?: of)? ${MONTH}${YEAR}`, 'giu'),
  new RegExp(`\\b${MONTH} ${DAY}${YEAR}`, 'giu'),
];

/** Months and years by name: "in March", "tháng 3 năm 2025", "2024". */
const NAMED_MONTHS: readonly RegExp[] = [
  new RegExp(`\\b(?:in|of|since|from|to|until|and|between) ${MONTH}${YEAR}`, 'giu'),
  /(?<!\p{L})tháng (?<month>\d{1,2})(?!\d)(?:(?:,? năm |\/)(?<year>\d{4}))?/giu,
  /(?<![\d-])(?<year>\d{4})-(?<month>\d{2})(?![\d-])/giu,
  /(?<!\p{L})(?:in|since|from|năm) (?<year>(?:19|20)\d{2})(?![\d-])/giu,
];

/** What is named is where a period begins, and it goes up to now. */
const SINCE = /(?<!\p{L})(?:since|starting|from(?!.*\bto\b)|kể từ|từ(?!.*(?:đến|tới)))(?!\p{L})/iu;
/** "From the beginning of the year". */
const YEAR_BEGAN = /\b(?:year to date|ytd|since the (?:start|beginning) of the year)\b|từ đầu năm/iu;

function countOf(text = '1'): number {
  return text.toLowerCase() === 'a' ? 1 : (NUMBER_WORDS[text.toLowerCase()] ?? Number(text));
}

/** "Tuần qua" says its unit by itself. */
function unitOf(text: string | undefined): SpanUnit {
  const written = (text ?? '').toLowerCase();
  const name = written === 'h' ? 'hour' : UNITS[written]?.[0];
  return SPAN_UNITS.find((unit) => unit === name) ?? 'week';
}

const MONTHS_AND_YEARS: readonly string[] = ['month', 'year'];
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const NIGHT_ENDS = 6;
const DAYS_OF_WEEK = 7;
const UTC = zoneClock('UTC');
const SOME_DAY = Date.UTC(2026, 0, 1);

/** The period that a question names, in the hospital’s local time; null where it names none. */
export function readPeriod(question: string, now: number, clock: ZoneClock): Period | null {
  const text = question.normalize('NFC').replace(/\s+/gu, ' ');
  const today = clock.localTimeAt(now);
  const named = namedDays() ?? namedMonths() ?? ago();
  const period =
    yearToDate() ?? sinceThen(named) ?? named ?? wholeSpan() ?? ofCalendar() ?? spanUpToNow() ?? partOfDay();
  if (period === null) return null;
  // What lies ahead has nothing in it yet; a period that has begun goes as far as now.
  const hasBegun = period.from < now;
  return { from: period.from, to: hasBegun ? Math.min(period.to, now + 1) : period.to };

  function namedDays(): Period | null {
    const days = NAMED_DAYS.flatMap((pattern) => [...text.matchAll(pattern)]).flatMap(
      ({ groups = {} }) => dayNamed(groups) ?? [],
    );
    if (days.length === 0) return null;
    const begins = days.map((wall) => clock.instantOf(wall));
    const ends = days.map((wall) => clock.instantOf({ ...wall, day: wall.day + 1 }));
    return { from: Math.min(...begins), to: Math.max(...ends) };
  }

  function namedMonths(): Period | null {
    const spans = NAMED_MONTHS.flatMap((pattern) => [...text.matchAll(pattern)]).flatMap(
      ({ groups = {} }) => monthNamed(groups) ?? [],
    );
    if (spans.length === 0) return null;
    return { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) };
  }

  function monthNamed(groups: Readonly<Record<string, string | undefined>>): Period | null {
    if (groups.month === undefined && groups.name === undefined)
      return wholeMonths(Number(groups.year), 1, 12);
    const month = groups.month === undefined ? monthOf(groups.name ?? '') : Number(groups.month);
    if (month < 1 || month > 12) return null;
    const year = groups.year === undefined ? today.year - (month > today.month ? 1 : 0) : Number(groups.year);
    return wholeMonths(year, month, 1);
  }

  function wholeMonths(year: number, month: number, count: number): Period {
    const at = (from: number) => clock.instantOf({ year, month: from, day: 1 });
    return { from: at(month), to: at(month + count) };
  }

  function sinceThen(begun: Period | null): Period | null {
    return begun && SINCE.test(text) ? { from: begun.from, to: now + 1 } : null;
  }

  function yearToDate(): Period | null {
    return YEAR_BEGAN.test(text) ? { from: wholeMonths(today.year, 1, 1).from, to: now + 1 } : null;
  }

  /** Without a year it is the last one that there was. */
  function dayNamed(groups: Readonly<Record<string, string | undefined>>) {
    const month = groups.month === undefined ? monthOf(groups.name ?? '') : Number(groups.month);
    const day = Number(groups.day);
    const years = groups.year === undefined ? [today.year, today.year - 1] : [Number(groups.year)];
    return years
      .filter((year) => isOnCalendar(year, month, day))
      .map((year) => ({ year, month, day }))
      .find((wall) => groups.year !== undefined || clock.instantOf(wall) <= now);
  }

  /** "Over the last month" says more than the "last month" in it. */
  function wholeSpan(): Period | null {
    const groups = firstMatch(SPANS);
    return groups && MONTHS_AND_YEARS.includes(unitOf(groups.unit ?? groups.unit1)) ? spanUpToNow() : null;
  }

  function spanUpToNow(): Period | null {
    const groups = firstMatch(SPANS);
    return (
      groups && { from: before(countOf(groups.count), unitOf(groups.unit ?? groups.unit1)), to: now + 1 }
    );
  }

  /** Hours are hours; days go back to the same time on the clock, however long the days between were. */
  function before(count: number, unit: SpanUnit): number {
    if (unit === 'minute') return now - count * MINUTE_MS;
    if (unit === 'hour') return now - count * HOUR_MS;
    if (unit === 'month') return clock.instantOf({ ...today, month: today.month - count });
    if (unit === 'year') return clock.instantOf({ ...today, year: today.year - count });
    return clock.instantOf({ ...today, day: today.day - count * (unit === 'week' ? DAYS_OF_WEEK : 1) });
  }

  function ago(): Period | null {
    const groups = firstMatch(AGO);
    if (groups === null) return null;
    const back = countOf(groups.count);
    const unit = unitOf(groups.unit);
    if (unit === 'month') return wholeMonths(today.year, today.month - back, 1);
    if (unit === 'year') return wholeMonths(today.year - back, 1, 12);
    return unit === 'week' ? weekOf(back) : partOf({ back, from: 0, to: 24 });
  }

  function partOfDay(): Period | null {
    const part = periods().find(({ cue, unit }) => unit === 'day' && cue.test(text))?.part;
    if (part === undefined) return null;
    // Before morning, tonight is the night that began yesterday.
    const isTonight = part.back === 0 && part.to > 24;
    return partOf(isTonight && today.hour < NIGHT_ENDS ? { ...part, back: 1 } : part);
  }

  /** A part of a day counted from today's: days back, and the hours it goes from and to. */
  function partOf({ back, from, to }: Period & { back: number }): Period {
    const { year, month, day } = today;
    const at = (hour: number) => clock.instantOf({ year, month, day: day - back, hour });
    return { from: at(from), to: at(to) };
  }

  function ofCalendar(): Period | null {
    const found = periods().find(({ cue, unit }) => unit !== 'day' && cue.test(text));
    if (found === undefined) return null;
    const { back } = found.part;
    if (found.unit === 'week') return weekOf(back);
    if (found.unit === 'year') return wholeMonths(today.year - back, 1, 12);
    const first = (months: number) =>
      clock.instantOf({ year: today.year, month: today.month + months, day: 1 });
    return { from: first(-back), to: first(1 - back) };
  }

  function weekOf(back: number): Period {
    const { year, month, day } = today;
    const sinceMonday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % DAYS_OF_WEEK;
    const monday = (weeks: number) =>
      clock.instantOf({ year, month, day: day - sinceMonday + weeks * DAYS_OF_WEEK });
    return { from: monday(-back), to: monday(1 - back) };
  }

  function firstMatch(patterns: readonly RegExp[]): Readonly<Record<string, string | undefined>> | null {
    for (const pattern of patterns) {
      const groups = pattern.exec(text)?.groups;
      if (groups) return groups;
    }
    return null;
  }
}

/** Whether a question names any period: the answer is the same in every zone and at any time. */
export function namesPeriod(question: string): boolean {
  return readPeriod(question, SOME_DAY, UTC) !== null;
}

function isOnCalendar(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** The period that was searched, in local time, so that the asker sees whether it is the one they meant. */
export function describePeriod(period: Period | null, clock: ZoneClock, language: Language): string {
  if (period === null) return ANY_TIME[language];
  const { timeZone } = clock;
  const [from, to] = [period.from, period.to].map((instant) => shown(instant, clock, language));
  return fillTemplate(LOG_PERIOD[language], { from: from ?? '', to: to ?? '', zone: timeZone });
}

function shown(instant: number, clock: ZoneClock, language: Language): string {
  const { year, ...wall } = clock.localTimeAt(instant);
  const [month, day, hour, minute] = [wall.month, wall.day, wall.hour, wall.minute].map((part) =>
    String(part).padStart(2, '0'),
  );
  return language === 'vi'
    ? `${hour}:${minute} ${day}/${month}/${year}`
    : `${year}-${month}-${day} ${hour}:${minute}`;
}
