import { describe, expect, it } from 'vitest';
import type { Language } from '../../domain/language.ts';
import { isSameQuantity, readQuantities } from './read-quantities.ts';

const read = (text: string, language: Language) =>
  readQuantities(text, language).map(({ amount, unit, implied }) => `${amount} ${unit}${implied ? '?' : ''}`);

describe('readQuantities', () => {
  it.each<[Language, string, string[]]>([
    ['vi', 'Lương cơ bản là 8,8 triệu đồng.', ['8800000 VND']],
    ['vi', 'Lương cơ bản 9 triệu.', ['9000000 VND']],
    ['vi', 'Được tặng một triệu rưỡi.', ['1500000 VND']],
    ['vi', 'Bệnh viện chi 2 triệu rưỡi đồng.', ['2500000 VND']],
    ['vi', 'Có 2 triệu người.', ['2000000 ']],
    ['vi', 'Báo chậm nhất một ngày trước ca.', ['1 duration?']],
    ['vi', 'Phải báo ngay khi phát hiện.', ['0 duration?']],
    ['vi', 'Phí là 50.000đ.', ['50000 VND']],
    ['vi', 'Nghỉ hai mươi lăm ngày.', ['25 day']],
    ['vi', 'Ngắt sau nửa giờ.', ['0.5 hour']],
    ['vi', 'Thời gian là 2 năm rưỡi.', ['2.5 year']],
    ['vi', 'Ca bắt đầu lúc 7 giờ 30.', ['450 clock']],
    ['vi', 'Đóng cửa lúc 8 giờ tối.', ['1200 clock']],
    ['vi', 'Kéo dài từ 20 đến 30 giây.', ['20 second', '30 second']],
    ['vi', 'Trả vào mùng 5 hằng tháng.', ['5 day of month']],
    ['vi', 'Họp vào thứ Sáu.', ['4 weekday']],
    ['vi', 'Cấp lại thẻ được miễn phí.', ['0 VND?']],
    ['en', 'The fee is VND 20,000.', ['20000 VND']],
    ['en', 'Up to 1.5 million VND.', ['1500000 VND']],
    ['en', 'Forty-five working days.', ['45 day']],
    ['en', 'It closes at 5 pm on April 15.', ['1020 clock', '415 calendar']],
    ['en', 'Report it within a day.', ['1 duration?']],
    ['en', 'Only one visitor is allowed.', ['1 ']],
    ['en', 'One of them signs.', []],
    ['en', 'They earn the full base salary.', ['100 %?']],
    ['en', 'Report it during the same shift.', ['0.5 duration?']],
    ['en', 'Once it is paid, the room is yours.', []],
    ['en', 'It is tested once a quarter.', ['1 time']],
  ])('reads (%s) %s', (language, text, expected) => {
    expect(read(text, language)).toEqual(expected);
  });

  it.each<[Language, string, Language, string, boolean]>([
    ['en', 'within 60 minutes', 'en', 'within 1 hour', true],
    ['en', 'every six months', 'en', 'every 180 days', true],
    ['vi', 'mỗi quý một lần', 'vi', '3 tháng một lần', true],
    ['vi', 'trong 2 tháng', 'en', 'for 60 days', true],
    ['en', 'within 5 working days', 'vi', 'trong 1 tuần', true],
    ['en', 'twice a year', 'en', 'every quarter', false],
    ['en', 'for 90 days', 'vi', 'trong 2 tháng', false],
  ])('compares (%s) %s with (%s) %s: %s', (languageA, a, languageB, b, same) => {
    const [one, other] = [readQuantities(a, languageA)[0], readQuantities(b, languageB)[0]];
    if (!one || !other) throw new Error('nothing was read');
    expect(isSameQuantity(one, other)).toBe(same);
  });

  it('keeps the place of what it read', () => {
    const text = 'Nhân viên được nghỉ mười bốn ngày mỗi năm.';
    const [one] = readQuantities(text, 'vi');
    expect(text.slice(one?.start, one?.end)).toBe('mười bốn ngày');
  });

  it('reads a hostile text in little time', () => {
    for (const part of ['1 ', 'một ', '9'.repeat(50), 'hai mươi ', 'half a ', '1/2/', 'every 1 to '])
      expect(readQuantities(part.repeat(4_000), 'vi').length).toBeGreaterThanOrEqual(0);
  });
});
