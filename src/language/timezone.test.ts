import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { houseClock, isTimeZone } from './timezone.ts';

const at = (text: string) => Date.parse(text);

describe('the clock of a house', () => {
  it.each([
    ['Asia/Ho_Chi_Minh', [2026, 11, 15], '2026-11-14T17:00:00Z'],
    ['UTC', [2026, 11, 15], '2026-11-15T00:00:00Z'],
    ['America/New_York', [2026, 3, 8], '2026-03-08T05:00:00Z'],
    ['America/New_York', [2026, 3, 9], '2026-03-09T04:00:00Z'],
    // Midnight is skipped there: the day begins at one o'clock.
    ['Africa/Cairo', [2026, 4, 24], '2026-04-23T22:00:00Z'],
  ] as const)('knows when a day begins in %s: %o', (zone, [year, month, day], expected) => {
    expect(houseClock(zone).instantOf({ year, month, day })).toBe(at(expected));
  });

  it('takes the first of an hour that comes twice, and goes on from one that is skipped', () => {
    const { instantOf } = houseClock('Europe/Berlin');
    expect(instantOf({ year: 2026, month: 10, day: 25, hour: 2, minute: 30 })).toBe(
      at('2026-10-25T00:30:00Z'),
    );
    expect(instantOf({ year: 2026, month: 3, day: 29, hour: 2, minute: 30 })).toBe(
      at('2026-03-29T01:30:00Z'),
    );
  });

  it('counts on over the ends of days, months and years', () => {
    const { instantOf } = houseClock('Asia/Ho_Chi_Minh');
    expect(instantOf({ year: 2026, month: 1, day: 0, hour: 18 })).toBe(at('2025-12-31T11:00:00Z'));
    expect(instantOf({ year: 2026, month: 12, day: 31, hour: 30 })).toBe(at('2026-12-31T23:00:00Z'));
  });

  it('shows again what it set, but for the hour that comes twice', () => {
    const zones = ['Asia/Ho_Chi_Minh', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: at('2020-01-01T00:00:00Z') / 1_000, max: at('2030-01-01T00:00:00Z') / 1_000 }),
        (zone, seconds) => {
          const { wallAt, instantOf } = houseClock(zone);
          const again = instantOf(wallAt(seconds * 1_000));
          expect(wallAt(again)).toEqual(wallAt(seconds * 1_000));
          expect([0, 1_800_000, 3_600_000]).toContain(seconds * 1_000 - again);
        },
      ),
    );
  });

  it('tells a time zone from what is none', () => {
    for (const name of ['Asia/Ho_Chi_Minh', 'Asia/Saigon', 'UTC', 'Europe/Berlin'])
      expect(isTimeZone(name)).toBe(true);
    for (const name of ['Hanoi', '+07:00', '', 'Asia/', 'Asia/Ho Chi Minh'])
      expect(isTimeZone(name)).toBe(false);
  });
});
