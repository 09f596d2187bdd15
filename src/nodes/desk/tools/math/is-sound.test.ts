import { describe, expect, it } from 'vitest';
import { planByRules } from './plan-by-rules.ts';
import { readFigures } from './read-figures.ts';

/** Whether a sum is laid out at all for a question over these rules. */
function isLaidOut(question: string, statements: string[], language: 'en' | 'vi' = 'en'): boolean {
  const texts = [question, ...statements].map((text, i) => ({
    passage_id: i === 0 ? null : `p${i}`,
    text,
    language,
  }));
  const figures = readFigures(texts);
  return planByRules({ question, language, figures, statements, about_a_person: false }).expression !== '';
}

const FEE = 'A replacement badge costs 50,000 VND.';

describe('a sum that can be the answer', () => {
  it('uses every number that is given', () => {
    expect(isLaidOut('What do 3 replacement badges cost?', [FEE])).toBe(true);
    expect(isLaidOut('What do 3 replacement badges cost for 12 nights?', [FEE])).toBe(false);
  });

  it('rests on a rule that the question is about', () => {
    const other = 'A bus ticket costs 5,000 VND.';
    expect(isLaidOut('What do 4 bus tickets cost?', [other])).toBe(true);
    expect(isLaidOut('How much is the fine for 4 textbooks?', [other])).toBe(false);
  });

  it('leaves no rule out that the question names too', () => {
    const weekday = 'The allowance for a duty on a weekday is 200,000 VND.';
    const holiday = 'The allowance for a duty on a holiday is 360,000 VND.';
    expect(isLaidOut('What is the allowance for 3 duties on a weekday?', [weekday, holiday])).toBe(true);
    expect(isLaidOut('What is the allowance for 3 duties on a weekday or a holiday?', [weekday])).toBe(true);
    expect(isLaidOut('What allowance do 3 duties bring, a weekday and a holiday?', [weekday, holiday])).toBe(
      false,
    );
  });

  it('adds where two amounts are asked for as one, and takes away where something is left', () => {
    const deposit = ['The hall is hired at 1,200,000 VND per hour.'];
    expect(isLaidOut('What do 2 hours of the hall cost?', deposit)).toBe(true);
    expect(isLaidOut('What is the balance for 2 hours of the hall?', deposit)).toBe(false);
    expect(isLaidOut('What do 2 hours of the hall plus the deposit cost?', deposit)).toBe(false);
  });

  it('multiplies no ceiling by how often something happened', () => {
    const points = ['The maximum KPI score of a quarter is 100 points.'];
    expect(isLaidOut('I was late 3 times. How many KPI points is that?', points)).toBe(false);
  });

  it('takes no reference figure for the asker’s own pay', () => {
    const rules = [
      'Chi phí nghỉ phép bằng lương ngày nhân với số ngày nghỉ phép.',
      'Lương ngày bằng lương cơ bản tháng chia cho 22 ngày công chuẩn.',
      'Lương cơ bản tham chiếu để lập ngân sách nghỉ phép là 11.000.000 đồng một tháng.',
      'Số ngày phép tiêu chuẩn dùng để lập ngân sách là 14 ngày một năm.',
    ];
    expect(isLaidOut('Tính toán chi phí nghỉ phép theo chính sách', rules, 'vi')).toBe(true);
    expect(isLaidOut('Tính toán chi phí nghỉ phép của tôi', rules, 'vi')).toBe(false);
  });
});
