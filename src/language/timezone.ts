/** A point on the calendar and the clock on the wall; the month from 1. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

/** Reads and sets the clock on the wall of one time zone. */
export interface HouseClock {
  timeZone: string;
  wallAt(instant: number): WallTime;
  /** Fields may run over their ends (day 0, hour 30). Of an hour that comes twice the first; one that is skipped is an hour on. */
  instantOf(wall: Partial<WallTime> & Pick<WallTime, 'year' | 'month' | 'day'>): number;
}

const DAY_MS = 86_400_000;

export function houseClock(timeZone: string): HouseClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

  function wallAt(instant: number): WallTime {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const field = (name: keyof WallTime) => parts.get(name) ?? 0;
    return {
      year: field('year'),
      month: field('month'),
      day: field('day'),
      hour: field('hour'),
      minute: field('minute'),
      second: field('second'),
    };
  }

  function offsetAt(instant: number): number {
    const whole = Math.floor(instant / 1_000) * 1_000;
    return asIfUtc(wallAt(whole)) - whole;
  }

  /** The last day that was looked at, and its offset where it has but one: the lines of a log go day by day. */
  let known: { day: number; offset: number | null } | null = null;
  function offsetOfDay(wall: number): number | null {
    const day = Math.floor(wall / DAY_MS);
    if (known?.day !== day) {
      const [before, after] = [offsetAt((day - 1) * DAY_MS), offsetAt((day + 2) * DAY_MS)];
      known = { day, offset: before === after ? before : null };
    }
    return known.offset;
  }

  return {
    timeZone,
    wallAt,
    instantOf({ hour = 0, minute = 0, second = 0, ...date }) {
      const wall = asIfUtc({ ...date, hour, minute, second });
      const offset = offsetOfDay(wall);
      if (offset !== null) return wall - offset;
      // Clocks are put forward or back at most once in two days: one of these two holds, or the hour is skipped.
      const [before, after] = [offsetAt(wall - DAY_MS), offsetAt(wall + DAY_MS)];
      const shown = [wall - before, wall - after].filter((instant) => instant + offsetAt(instant) === wall);
      return shown.length === 0 ? wall - before : Math.min(...shown);
    },
  };
}

/** A name of the IANA time zone database. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/u.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    // The only way to ask: aliases are in no list.
    return false;
  }
}

function asIfUtc({ year, month, day, hour, minute, second }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
