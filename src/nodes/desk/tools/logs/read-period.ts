import { type HouseClock, houseClock } from '../../../../domain/house-clock.ts';
import {
  AGO,
  CALENDAR,
  countOf,
  DAY_PARTS,
  type DayPart,
  monthOf,
  NAMED_DAYS,
  SPANS,
  type SpanUnit,
  unitOf,
} from './period-words.ts';

/** In milliseconds since the epoch; the end is no longer in it. */
export interface Period {
  from: number;
  to: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const NIGHT_ENDS = 6;
const DAYS_OF_WEEK = 7;
const UTC = houseClock('UTC');
const SOME_DAY = Date.UTC(2026, 0, 1);

/** The period that a question names, by the calendar and the clock of the house; null where it names none. */
export function readPeriod(question: string, now: number, clock: HouseClock): Period | null {
  const text = question.normalize('NFC').replace(/\s+/gu, ' ');
  const today = clock.wallAt(now);
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

/** Whichever it is: that it names one does not depend on where and when it is asked. */
export function namesPeriod(question: string): boolean {
  return readPeriod(question, SOME_DAY, UTC) !== null;
}

function isOnCalendar(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
