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
    ['Leave not taken is not paid out.', 'Leave not taken is paid out.', 'negation'],
    ['Staff may park at gate 2.', 'Parking at gate 2 is forbidden for staff.', 'negation'],
    // The same in other words.
    ['Carried-over leave expires on 31 March.', 'Carried-over leave may be used until 30 June.', 'date'],
    ['Staff have a week to answer a grievance.', 'A grievance is answered within 2 days.', 'number'],
    // Where one says where and the other how often.
    [
      'Staff may take the fire course in hall B if they wish.',
      'Staff must take the fire course twice.',
      'modality',
    ],
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
    ['The hospital contributes 15,000 VND to a staff lunch.', 'A staff lunch costs 35,000 VND.'],
    ['The hospital pays 17% for social insurance.', 'The employee pays 8% for social insurance.'],
    ['A booking may last at most 2 hours.', 'A booking may be made up to 30 days in advance.'],
    ['The canteen serves lunch from 11:00.', 'The canteen serves lunch until 13:00.'],
    ['Staff must wash their hands before an injection.', 'Staff must wash their hands after an injection.'],
    ['Guests may use the guest network.', 'Guests must not use the staff network.'],
    ['Visitors may use the lifts in building B.', 'Visitors must not use the lifts during a fire.'],
    ['The course takes 2 hours.', 'The course must be taken within 30 days.'],
    ['The silent room has 24 seats.', 'The silent room has 6 computers.'],
    ['Night shifts are paid at 130%.', 'Overtime at night is paid at 200%.'],
    ['The library closes at 20:00.', 'The library is open on Sundays.'],
    ['Staff must wear a uniform on the wards.', 'Staff must not wear casual dress on the wards.'],
    ['The loan period for a book is 14 days.', 'A booking may last at most 2 hours.'],
    ['The night guard works 12 hours a day.', 'The night guard works 48 hours a week.'],
    ['Parking on Sundays costs 5,000 VND.', 'Parking costs 20,000 VND.'],
    ['Nobody who is reminded in writing is rated A.', 'Who is late 3 times is reminded in writing.'],
  ])('sees none between: %s × %s', (a, b) => {
    expect(between(a, b)).toBeNull();
  });

  it.each([
    // A syllable in common is no word in common: prevention and a room, information security and information.
    ['Bệnh viện diễn tập phòng cháy 2 lần một năm.', 'Phòng Công nghệ thông tin diễn tập 4 lần một năm.'],
    ['Sự cố an toàn thông tin phải báo trong 24 giờ.', 'Thay đổi thông tin bảo hiểm phải báo trong 5 ngày.'],
    ['Bản sao lưu hằng ngày được giữ 35 ngày.', 'Bản sao lưu hằng tuần được giữ 12 tuần.'],
    ['Nhân viên không được dùng chung tài khoản.', 'Tài khoản quản trị phải dùng khóa bảo mật.'],
  ])('sees none between: %s × %s', (a, b) => {
    expect(between(a, b, ['vi', 'vi'])).toBeNull();
  });

  it.each([
    [
      'Bệnh viện tặng nhân viên sinh con 1.000.000 đồng.',
      'Nhân viên sinh con được tặng một triệu rưỡi.',
      'number',
    ],
    ['Khoa có 4 nhóm: cấp cứu, nội, ngoại, nhi.', 'Khoa có 5 nhóm: nội, ngoại, sản, nhi, mắt.', 'number'],
    [
      'Nhân viên trực được nghỉ bù.',
      'Nhân viên trực không được nghỉ bù, chỉ được hưởng phụ cấp.',
      'negation',
    ],
  ])('%s × %s: %s', (a, b, kind) => {
    expect(between(a, b, ['vi', 'vi'])).toBe(kind);
  });

  it('does not compare two languages', () => {
    const english = 'A password must be changed every 180 days.';
    expect(between('Mật khẩu phải được đổi sau mỗi 90 ngày.', english, ['vi', 'en'])).toBeNull();
    expect(between(english, 'Mật khẩu phải được đổi sau mỗi 90 ngày.', ['en', 'vi'])).toBeNull();
  });

  it.each([
    ['Mỗi phiên quản trị tự ngắt sau 60 phút.', 'A VPN session ends automatically after 8 hours.'],
    ['Nhân viên làm thêm không quá 40 giờ trong một tháng.', 'Overtime that was not approved is not paid.'],
    ['Nhân viên được nghỉ phép năm 14 ngày.', 'An employee gains 1 extra day of annual leave.'],
    ['Quyền VPN hết hạn sau 12 tháng nếu không được gia hạn.', 'VPN access expires after 12 months.'],
  ])('sees none across languages between: %s × %s', (vietnamese, english) => {
    expect(between(vietnamese, english, ['vi', 'en'])).toBeNull();
  });

  it('takes little time over hostile statements', () => {
    const hostile = `${'before '.repeat(300)}${'không có '.repeat(300)}`;
    expect(between(hostile, 'Badges are issued after payment.')).toBeNull();
  });
});
