import { describe, expect, it } from 'vitest';
import { houseClock } from '../../domain/house-clock.ts';
import { readLineTime } from './read-line-time.ts';

/** New Year's Day of 2027 in Hanoi. */
const WRITTEN = Date.parse('2027-01-01T06:00:00+07:00');
const HANOI = houseClock('Asia/Ho_Chi_Minh');

describe('the time of a log line', () => {
  it.each([
    ['2026-11-14T22:10:00Z login', '2026-11-14T22:10:00.000Z'],
    ['[2026-11-14 22:10:00 UTC] login', '2026-11-14T22:10:00.000Z'],
    ['2026-11-14T22:10:00+07:00 login', '2026-11-14T15:10:00.000Z'],
    ['2026-11-14T22:10:00.123456-0330 login', '2026-11-15T01:40:00.123Z'],
    ['2026-11-14 22:10:00 +0700 login', '2026-11-14T15:10:00.000Z'],
    // By the clock of the house, whatever that of the machine is.
    ['2026-11-14 22:10:00 login', '2026-11-14T15:10:00.000Z'],
    ['2026-11-14T22:10:00,250 login', '2026-11-14T15:10:00.250Z'],
    ['2026-11-14 22:10 login', '2026-11-14T15:10:00.000Z'],
    ['2026-11-14 22:10:00 -1 attempts left', '2026-11-14T15:10:00.000Z'],
    ['2026-11-14 22:10:00 zone full', '2026-11-14T15:10:00.000Z'],
    ['10.0.0.1 - - [14/Nov/2026:22:10:00 +0700] "GET /login"', '2026-11-14T15:10:00.000Z'],
    // Without a year it is the last such day before the file was written.
    ['Nov 14 22:10:00 host sshd[1]: failed', '2026-11-14T15:10:00.000Z'],
    ['<34>Jan  1 05:10:00 host sshd[1]: failed', '2026-12-31T22:10:00.000Z'],
  ])('%s', (line, expected) => {
    expect(new Date(readLineTime(line, HANOI, WRITTEN)?.at ?? 0).toISOString()).toBe(expected);
  });

  it('is none where the line begins with none', () => {
    expect(readLineTime('login failed at 2026-11-14T22:10:00Z', HANOI, WRITTEN)).toBeNull();
    expect(readLineTime('March of the users: login failed', HANOI, WRITTEN)).toBeNull();
  });
});
