import type { HouseClock } from '../../domain/house-clock.ts';

const TIME =
  /^\[?((\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:[.,](\d{1,9}))?(?: ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})(?![\p{L}\d]))?)/iu;
const MINUTE_MS = 60_000;

/** When a log line says it was written, as it says it and as an instant; without an offset it is by the clock of the house. */
export function readLineTime(line: string, clock: HouseClock): { stated: string; at: number } | null {
  const [, stated, year, month, day, hour, minute, second = '0', fraction = '', zone] = TIME.exec(line) ?? [];
  if (stated === undefined) return null;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  const time = { hour: Number(hour), minute: Number(minute), second: Number(second) };
  const milliseconds = Math.floor(Number(`0.${fraction || '0'}`) * 1_000);
  const whole =
    zone === undefined
      ? clock.instantOf({ ...date, ...time })
      : Date.UTC(date.year, date.month - 1, date.day, time.hour, time.minute, time.second) - offsetOf(zone);
  return { stated, at: whole + milliseconds };
}

function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/u.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}
