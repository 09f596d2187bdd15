import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTimeZone, zoneClock } from './timezone.ts';

const at = (text: string) => Date.parse(text);

describe('zoneClock', () => {
  it.each([
    ['Asia/Ho_Chi_Minh', [2026, 11, 15], '2026-11-14T17:00:00Z'],
    ['UTC', [2026, 11, 15], '2026-11-15T00:00:00Z'],
    ['America/New_York', [2026, 3, 8], '2026-03-08T05:00:00Z'],
    ['America/New_York', [2026, 3, 9], '2026-03-09T04:00:00Z'],
    // Midnight is skipped there: the day begins at one o'clock.
    ['Africa/Cairo', [2026, 4, 24], '2026-04-23T22:00:00Z'],
  ] as const)('knows when a day begins in %s: %o', (zone, [year, month, day], expected) => {
    expect(zoneClock(zone).instantOf({ year, month, day })).toBe(at(expected));
  });

  it('takes the first of a repeated hour, and the hour after a skipped one', () => {
    const { instantOf } = zoneClock('Europe/Berlin');
    expect(instantOf({ year: 2026, month: 10, day: 25, hour: 2, minute: 30 })).toBe(
      at('2026-10-25T00:30:00Z'),
    );
    expect(instantOf({ year: 2026, month: 3, day: 29, hour: 2, minute: 30 })).toBe(
      at('2026-03-29T01:30:00Z'),
    );
  });

  it('lets fields overflow into the next day, month and year', () => {
    const { instantOf } = zoneClock('Asia/Ho_Chi_Minh');
    expect(instantOf({ year: 2026, month: 1, day: 0, hour: 18 })).toBe(at('2025-12-31T11:00:00Z'));
    expect(instantOf({ year: 2026, month: 12, day: 31, hour: 30 })).toBe(at('2026-12-31T23:00:00Z'));
  });

  it('reads back the local time it converted, except in a repeated hour', () => {
    const zones = ['Asia/Ho_Chi_Minh', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: at('2020-01-01T00:00:00Z') / 1_000, max: at('2030-01-01T00:00:00Z') / 1_000 }),
        (zone, seconds) => {
          const { localTimeAt, instantOf } = zoneClock(zone);
          const again = instantOf(localTimeAt(seconds * 1_000));
          expect(localTimeAt(again)).toEqual(localTimeAt(seconds * 1_000));
          expect([0, 1_800_000, 3_600_000]).toContain(seconds * 1_000 - again);
        },
      ),
    );
  });

  it('knows the name of a time zone from any other word', () => {
    for (const name of ['Asia/Ho_Chi_Minh', 'Asia/Saigon', 'UTC', 'Europe/Berlin'])
      expect(isTimeZone(name)).toBe(true);
    for (const name of ['Hanoi', '+07:00', '', 'Asia/', 'Asia/Ho Chi Minh'])
      expect(isTimeZone(name)).toBe(false);
  });
});
