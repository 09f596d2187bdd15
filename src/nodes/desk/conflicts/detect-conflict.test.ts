import { describe, expect, it } from 'vitest';
import type { Language } from '../../../domain/language.ts';
import { detectConflict } from './detect-conflict.ts';

const between = (a: string, b: string, [first, second]: [Language, Language] = ['en', 'en']) =>
  detectConflict({ text: a, language: first }, { text: b, language: second });

describe('detectConflict', () => {
  it.each([
    ['Badges are issued within 5 working days.', 'A badge is issued within 2 working days.', 'number'],
    ['The survey closes on 15 April.', 'The survey closes on 30 April.', 'date'],
    ['The course is voluntary for staff.', 'The course is mandatory for staff.', 'modality'],
    ['Staff may park at gate 2.', 'Parking at gate 2 is forbidden for staff.', 'negation'],
    ['The library is open on Sundays.', 'The library is closed on Sundays.', 'negation'],
  ])('%s × %s: %s', (a, b, kind) => {
    expect(between(a, b)).toBe(kind);
    expect(between(b, a)).toBe(kind);
  });

  it.each([
    ['The library opens at 07:30.', 'The library closes at 20:00.'],
    ['The base salary of grade 2 is 11,000,000 VND.', 'The base salary of grade 3 is 13,200,000 VND.'],
    ['The employee pays 8% for social insurance.', 'The employee pays 1.5% for health insurance.'],
    ['Staff must not delete files.', 'Deleting files is prohibited.'],
    ['A leave request must be sent 5 days ahead.', 'A leave request is answered within 2 days.'],
    ['The hourly rate is the daily rate divided by 8.', 'The daily rate is the base salary divided by 22.'],
    ['The bonus is 100% of the base salary.', 'The daily rate is the base salary divided by 22 days.'],
    ['A visitor meal costs 45,000 VND.', 'The visitor fee for a car is 20,000 VND.'],
    ['Fires are reported on extension 1114.', 'Fires are reported by 1,250 employees.'],
    ['Nobody who is reminded in writing is rated A.', 'Who is late 3 times is reminded in writing.'],
  ])('sees none between: %s × %s', (a, b) => {
    expect(between(a, b)).toBeNull();
  });

  it('compares a Vietnamese source with an English one', () => {
    const english = 'A password must be changed every 180 days.';
    expect(between('Mật khẩu phải được đổi sau mỗi 90 ngày.', english, ['vi', 'en'])).toBe('number');
    expect(between(english, 'Mật khẩu phải được đổi sau mỗi 90 ngày.', ['en', 'vi'])).toBe('number');
    expect(between('Mật khẩu phải được đổi sau mỗi 180 ngày.', english, ['vi', 'en'])).toBeNull();
    expect(between('Nhật ký tường lửa được lưu 90 ngày.', english, ['vi', 'en'])).toBeNull();
  });

  it('takes little time over hostile statements', () => {
    const hostile = `${'before '.repeat(300)}${'không có '.repeat(300)}`;
    expect(between(hostile, 'Badges are issued after payment.')).toBeNull();
  });
});
