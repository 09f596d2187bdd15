import { describe, expect, it } from 'vitest';
import { describePeriod, readPeriod } from './read-period.ts';
import { zoneClock } from './timezone.ts';

const HANOI = zoneClock('Asia/Ho_Chi_Minh');
/** Sunday, 08:30 in Hanoi; in UTC still half past one. */
const NOW = Date.parse('2026-11-15T08:30:00+07:00');

function read(question: string, now = NOW, clock = HANOI): string | null {
  const period = readPeriod(question, now, clock);
  return period && describePeriod(period, clock, 'en').replace(/, time of .*/u, '');
}

describe('the period that a question names', () => {
  it.each([
    ['Were there failed logins last night?', 'from 2026-11-14 18:00 to 2026-11-15 06:00'],
    ['Đêm qua có đăng nhập thất bại không?', 'from 2026-11-14 18:00 to 2026-11-15 06:00'],
    ['Tối hôm qua có lỗi gì?', 'from 2026-11-14 18:00 to 2026-11-15 06:00'],
    ['errors yesterday', 'from 2026-11-14 00:00 to 2026-11-15 00:00'],
    ['lỗi hôm qua', 'from 2026-11-14 00:00 to 2026-11-15 00:00'],
    ['lỗi sáng qua', 'from 2026-11-14 00:00 to 2026-11-14 12:00'],
    ['errors the day before yesterday', 'from 2026-11-13 00:00 to 2026-11-14 00:00'],
    ['errors today', 'from 2026-11-15 00:00 to 2026-11-15 08:30'],
    ['errors this morning', 'from 2026-11-15 00:00 to 2026-11-15 08:30'],
    ['lỗi sáng nay', 'from 2026-11-15 00:00 to 2026-11-15 08:30'],
    ['errors tonight', 'from 2026-11-15 18:00 to 2026-11-16 06:00'],
    ['lỗi tối nay', 'from 2026-11-15 18:00 to 2026-11-16 06:00'],
    ['errors this week', 'from 2026-11-09 00:00 to 2026-11-15 08:30'],
    ['lỗi tuần này', 'from 2026-11-09 00:00 to 2026-11-15 08:30'],
    ['errors last week', 'from 2026-11-02 00:00 to 2026-11-09 00:00'],
    ['lỗi tuần trước', 'from 2026-11-02 00:00 to 2026-11-09 00:00'],
    ['lỗi 2 tuần trước', 'from 2026-10-26 00:00 to 2026-11-02 00:00'],
    ['errors in the past week', 'from 2026-11-08 08:30 to 2026-11-15 08:30'],
    ['lỗi trong tuần qua', 'from 2026-11-08 08:30 to 2026-11-15 08:30'],
    ['errors last month', 'from 2026-10-01 00:00 to 2026-11-01 00:00'],
    ['lỗi tháng này', 'from 2026-11-01 00:00 to 2026-11-15 08:30'],
    ['errors in the last 24 hours', 'from 2026-11-14 08:30 to 2026-11-15 08:30'],
    ['lỗi trong 24 giờ qua', 'from 2026-11-14 08:30 to 2026-11-15 08:30'],
    ['lỗi 24h qua', 'from 2026-11-14 08:30 to 2026-11-15 08:30'],
    ['errors in the past three days', 'from 2026-11-12 08:30 to 2026-11-15 08:30'],
    ['lỗi 3 ngày qua', 'from 2026-11-12 08:30 to 2026-11-15 08:30'],
    ['errors in the last hour', 'from 2026-11-15 07:30 to 2026-11-15 08:30'],
    ['errors 3 days ago', 'from 2026-11-12 00:00 to 2026-11-13 00:00'],
    ['lỗi cách đây ba ngày', 'from 2026-11-12 00:00 to 2026-11-13 00:00'],
    ['errors on 14 November', 'from 2026-11-14 00:00 to 2026-11-15 00:00'],
    ['errors on November 14th, 2025', 'from 2025-11-14 00:00 to 2025-11-15 00:00'],
    ['lỗi ngày 14/11', 'from 2026-11-14 00:00 to 2026-11-15 00:00'],
    ['lỗi ngày 14 tháng 11 năm 2025', 'from 2025-11-14 00:00 to 2025-11-15 00:00'],
    ['errors on 2026-11-14', 'from 2026-11-14 00:00 to 2026-11-15 00:00'],
    ['errors from 12/11 to 14/11/2026', 'from 2026-11-12 00:00 to 2026-11-15 00:00'],
    ['potassium over the last year', 'from 2025-11-15 08:30 to 2026-11-15 08:30'],
    ['INR in the last month', 'from 2026-10-15 08:30 to 2026-11-15 08:30'],
    ['creatinine past 6 months', 'from 2026-05-15 08:30 to 2026-11-15 08:30'],
    ['kali 3 tháng qua', 'from 2026-08-15 08:30 to 2026-11-15 08:30'],
    ['kali một năm nay', 'from 2025-11-15 08:30 to 2026-11-15 08:30'],
    ['HbA1c this year', 'from 2026-01-01 00:00 to 2026-11-15 08:30'],
    ['HbA1c năm ngoái', 'from 2025-01-01 00:00 to 2026-01-01 00:00'],
    ['HbA1c in 2024', 'from 2024-01-01 00:00 to 2025-01-01 00:00'],
    ['potassium since March', 'from 2026-03-01 00:00 to 2026-11-15 08:30'],
    ['kali từ tháng 3', 'from 2026-03-01 00:00 to 2026-11-15 08:30'],
    ['kali từ tháng 3 đến tháng 6', 'from 2026-03-01 00:00 to 2026-07-01 00:00'],
    ['kali từ 01/03/2026', 'from 2026-03-01 00:00 to 2026-11-15 08:30'],
    ['creatinine in december', 'from 2025-12-01 00:00 to 2026-01-01 00:00'],
    ['cân nặng từ đầu năm', 'from 2026-01-01 00:00 to 2026-11-15 08:30'],
    ['creatinine 6 months ago', 'from 2026-05-01 00:00 to 2026-06-01 00:00'],
    ['weight a year ago', 'from 2025-01-01 00:00 to 2026-01-01 00:00'],
    // Not yet this year: the one before.
    ['errors on 24 December', 'from 2025-12-24 00:00 to 2025-12-25 00:00'],
  ])('%s: %s', (question, expected) => {
    expect(read(question)).toBe(expected);
  });

  it.each([
    'Were there failed logins?',
    'Có lỗi đăng nhập nào không?',
    'Is the 24/7 line logged?',
    'errors on 31/02',
    'errors from 10.0.12.7',
    'lỗi mấy tuần qua',
    'It may be that 3 logins failed',
    'Đăng nhập thứ hai thất bại',
  ])('names none: %s', (question) => {
    expect(read(question)).toBeNull();
  });

  it('is the night that is going on, in the middle of it', () => {
    const night = Date.parse('2026-11-15T02:00:00+07:00');
    for (const question of ['errors last night', 'errors tonight', 'lỗi đêm nay'])
      expect(read(question, night)).toBe('from 2026-11-14 18:00 to 2026-11-15 02:00');
  });

  it('is a day of the house where clocks are put forward or back', () => {
    const clock = zoneClock('America/New_York');
    const hours = (question: string, now: string) => {
      const period = readPeriod(question, Date.parse(now), clock);
      return period && (period.to - period.from) / 3_600_000;
    };
    expect(hours('errors yesterday', '2026-03-09T12:00:00-04:00')).toBe(23);
    expect(hours('errors yesterday', '2026-11-02T12:00:00-05:00')).toBe(25);
    expect(hours('errors last night', '2026-03-08T12:00:00-04:00')).toBe(11);
    expect(hours('errors last week', '2026-11-04T12:00:00-05:00')).toBe(7 * 24 + 1);
  });

  it('is told in both languages', () => {
    const period = readPeriod('errors last night', NOW, HANOI);
    expect(describePeriod(period, HANOI, 'vi')).toBe(
      'từ 18:00 14/11/2026 đến 06:00 15/11/2026, giờ Asia/Ho_Chi_Minh',
    );
    expect(describePeriod(null, HANOI, 'vi')).toMatch(/mọi thời điểm/u);
  });

  it('takes no longer for a hostile text', () => {
    for (const text of [
      'last '.repeat(20_000),
      '1/'.repeat(40_000),
      '12 '.repeat(30_000),
      'tuần '.repeat(20_000),
    ])
      expect(read(text)).toBeNull();
  });
});
