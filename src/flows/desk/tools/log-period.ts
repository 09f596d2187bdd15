import { ANY_TIME, LOG_PERIOD } from '../../../../texts/desk.ts';
import type { Language } from '../../../domain/language.ts';
import { fillTemplate } from '../../../domain/language.ts';
import { UNITS } from '../../../language/quantities/quantity-words.ts';
import { MONTHS } from '../../../language/quantities/read-quantities.ts';
import { type ZoneClock, zoneClock } from '../../../language/timezone.ts';

/** In milliseconds since the epoch; the end is no longer in it. */
export interface Period {
  from: number;
  to: number;
}

/** A part of a day counted from today's: days back, and the hours it goes from and to. */
interface DayPart {
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
const DAY_PARTS: readonly (readonly [RegExp, DayPart])[] = [
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
const CALENDAR: readonly (readonly [RegExp, 'week' | 'month', back: number])[] = [
  [words('this week', 'tuần này'), 'week', 0],
  [words('last week|previous week', 'tuần (?:trước|rồi)'), 'week', 1],
  [words('this month', 'tháng này'), 'month', 0],
  [words('last month|previous month', 'tháng (?:trước|rồi)'), 'month', 1],
];

const COUNTS = 'one|một two|hai three|ba four|bốn five|năm six|sáu seven|bảy eight|tám nine|chín ten|mười'
  .split(' ')
  .map((names) => names.split('|'));
const COUNT = `(?:\\d{1,4}|${COUNTS.flat().join('|')})`;

const SPAN_UNITS = ['minute', 'hour', 'day', 'week'] as const;
type SpanUnit = (typeof SPAN_UNITS)[number];

/** The time up to now: "the last 24 hours", "in the past week", "3 ngày qua"; how long "mấy ngày qua" is nobody knows. */
const SPANS: readonly RegExp[] = [
  new RegExp(`\\b(?:last|past)(?: (?<count>${COUNT}))? ?(?<unit>minute|hour|h|day|week)s?\\b`, 'iu'),
  new RegExp(
    `(?<![\\p{L}\\d])(?:(?<count>${COUNT}) ?(?<unit>phút|giờ|tiếng|h|ngày|tuần)(?: đồng hồ)?|(?<!(?:mấy|vài|nhiều) )tuần) (?:vừa qua|qua|gần đây|gần nhất)(?!\\p{L})`,
    'iu',
  ),
];

/** One day or one week, so many ago. */
const AGO: readonly RegExp[] = [
  new RegExp(`\\b(?<count>${COUNT}) (?<unit>day|week)s? ago\\b`, 'iu'),
  new RegExp(`(?<![\\p{L}\\d])(?<count>${COUNT}) (?<unit>ngày|tuần) trước(?!\\p{L})`, 'iu'),
  new RegExp(`(?<!\\p{L})cách đây (?<count>${COUNT}) (?<unit>ngày|tuần)(?!\\p{L})`, 'iu'),
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

function countOf(text: string | undefined): number {
  if (text === undefined) return 1;
  const place = COUNTS.findIndex((names) => names.includes(text.toLowerCase()));
  return place === -1 ? Number(text) : place + 1;
}

/** "Tuần qua" says its unit by itself. */
function unitOf(text: string | undefined): SpanUnit {
  const written = (text ?? '').toLowerCase();
  const name = written === 'h' ? 'hour' : UNITS[written]?.[0];
  return SPAN_UNITS.find((unit) => unit === name) ?? 'week';
}

function monthOf({ month, name }: Readonly<Record<string, string | undefined>>): number {
  if (month !== undefined) return Number(month);
  const short = (name ?? '').slice(0, 3).toLowerCase();
  return MONTHS.findIndex((one) => one.startsWith(short)) + 1;
}

function words(en: string, vi: string): RegExp {
  return new RegExp(`\\b(?:${en})\\b|(?<!\\p{L})(?:${vi})(?!\\p{L})`, 'iu');
}

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
  const period = namedDays() ?? ago() ?? ofCalendar() ?? spanUpToNow() ?? partOfDay();
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

  /** Without a year it is the last one that there was. */
  function dayNamed(groups: Readonly<Record<string, string | undefined>>) {
    const [month, day] = [monthOf(groups), Number(groups.day)];
    const years = groups.year === undefined ? [today.year, today.year - 1] : [Number(groups.year)];
    return years
      .filter((year) => isOnCalendar(year, month, day))
      .map((year) => ({ year, month, day }))
      .find((wall) => groups.year !== undefined || clock.instantOf(wall) <= now);
  }

  function spanUpToNow(): Period | null {
    const groups = firstMatch(SPANS);
    return groups && { from: before(countOf(groups.count), unitOf(groups.unit)), to: now + 1 };
  }

  /** Hours are hours; days go back to the same time on the clock, however long the days between were. */
  function before(count: number, unit: SpanUnit): number {
    if (unit === 'minute') return now - count * MINUTE_MS;
    if (unit === 'hour') return now - count * HOUR_MS;
    return clock.instantOf({ ...today, day: today.day - count * (unit === 'week' ? DAYS_OF_WEEK : 1) });
  }

  function ago(): Period | null {
    const groups = firstMatch(AGO);
    if (groups === null) return null;
    const back = countOf(groups.count);
    return unitOf(groups.unit) === 'week' ? weekOf(back) : partOf({ back, from: 0, to: 24 });
  }

  function partOfDay(): Period | null {
    const part = DAY_PARTS.find(([pattern]) => pattern.test(text))?.[1];
    if (part === undefined) return null;
    // Before morning, tonight is the night that began yesterday.
    const isTonight = part.back === 0 && part.to > 24;
    return partOf(isTonight && today.hour < NIGHT_ENDS ? { ...part, back: 1 } : part);
  }

  function partOf({ back, from, to }: DayPart): Period {
    const { year, month, day } = today;
    const at = (hour: number) => clock.instantOf({ year, month, day: day - back, hour });
    return { from: at(from), to: at(to) };
  }

  function ofCalendar(): Period | null {
    const [, unit, back] = CALENDAR.find(([pattern]) => pattern.test(text)) ?? [];
    if (unit === undefined || back === undefined) return null;
    if (unit === 'week') return weekOf(back);
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
