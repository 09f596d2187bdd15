/** Date and time as a clock in the zone shows them; months count from 1. */
export type LocalTime = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;

export type ZoneClock = ReturnType<typeof zoneClock>;

const DAY_MS = 86_400_000;

/** Converts between instants (milliseconds since 1970) and the local time of one zone. */
export function zoneClock(timeZone: string) {
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

  function localTimeAt(instant: number): LocalTime {
    const parts = format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]);
    const shown: Partial<LocalTime> = Object.fromEntries(parts);
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = shown;
    return { year, month, day, hour, minute, second };
  }

  function offsetAt(instant: number): number {
    const whole = Math.floor(instant / 1_000) * 1_000;
    return asIfUtc(localTimeAt(whole)) - whole;
  }

  /** The last day asked for, and its offset if it has only one: log lines come day by day. */
  let known: { day: number; offset: number | null } | null = null;
  function offsetOfDay(local: number): number | null {
    const day = Math.floor(local / DAY_MS);
    if (known?.day !== day) {
      const [before, after] = [offsetAt((day - 1) * DAY_MS), offsetAt((day + 2) * DAY_MS)];
      known = { day, offset: before === after ? before : null };
    }
    return known.offset;
  }

  return {
    timeZone,
    localTimeAt,
    /** Fields may overflow (day 0, hour 30). When clocks change, a repeated hour means the first and a skipped one the hour after. */
    instantOf(wall: Partial<LocalTime> & Pick<LocalTime, 'year' | 'month' | 'day'>): number {
      const local = asIfUtc({ hour: 0, minute: 0, second: 0, ...wall });
      const offset = offsetOfDay(local);
      if (offset !== null) return local - offset;
      // Clocks change at most once in two days: one of these two offsets holds, or the hour is skipped.
      const [before, after] = [offsetAt(local - DAY_MS), offsetAt(local + DAY_MS)];
      const shown = [local - before, local - after].filter(
        (instant) => instant + offsetAt(instant) === local,
      );
      return shown.length === 0 ? local - before : Math.min(...shown);
    },
  };
}

/** Whether the IANA database has a zone of this name. */
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

export function asIfUtc({ year, month, day, hour, minute, second }: LocalTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
