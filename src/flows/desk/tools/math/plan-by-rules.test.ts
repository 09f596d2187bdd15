import { describe, expect, it } from 'vitest';
import type { Language } from '../../../../domain/language.ts';
import { calculate } from '../math-tool.ts';
import { planByRules } from './plan-by-rules.ts';
import { readFigures } from './read-figures.ts';

function inputOf(question: string, statements: readonly string[], language: Language = 'en') {
  const texts = [question, ...statements].map((text, i) => ({
    passage_id: i === 0 ? null : 'p',
    text,
    language,
  }));
  return {
    question,
    language,
    figures: readFigures(texts),
    statements,
  };
}

/** What a question comes to over these rules, in words; null where nothing is laid out. */
function work(question: string, statements: readonly string[], language: Language = 'en'): string | null {
  const { plan } = planByRules(inputOf(question, statements, language));
  const done = plan && calculate(plan);
  return done && `${done.value} ${done.unit}`;
}

const DUTIES = [
  'The allowance for a duty on a weekday is 200,000 VND.',
  'The allowance for a duty on a holiday is 360,000 VND.',
];
const PAY = [
  'The cost of leave is the daily rate multiplied by the number of days.',
  'The daily rate is the monthly base salary divided by 22 days.',
  'Overtime on a public holiday is paid at 300% of the hourly rate.',
  'The hourly rate is the daily rate divided by 8 hours.',
];
const BUDGET = [
  'Chi phí nghỉ phép bằng lương ngày nhân với số ngày nghỉ phép.',
  'Lương ngày bằng lương cơ bản tháng chia cho 22 ngày công chuẩn.',
  'Lương cơ bản tham chiếu để lập ngân sách nghỉ phép là 11.000.000 đồng một tháng.',
  'Số ngày phép tiêu chuẩn dùng để lập ngân sách là 14 ngày một năm.',
];
const FEE = ['A replacement badge costs 50,000 VND.'];
const HALL = ['The hall is hired at 1,200,000 VND per hour.'];
const TICKET = ['A bus ticket costs 5,000 VND.'];

describe('planByRules', () => {
  it.each([
    ['How much cheaper is a staff lunch than a visitor meal?', '10000 VND'],
    ['What is the difference between a staff lunch and a visitor meal?', '10000 VND'],
  ])('takes the difference of two named figures: %s', (question, result) => {
    const meals = ['A staff lunch costs 35,000 VND.', 'A visitor meal costs 45,000 VND.'];
    expect(work(question, meals)).toBe(result);
    expect(work(question, [...meals, 'A visitor meal by order costs 55,000 VND.'])).toBeNull();
    expect(work(question, meals.slice(0, 1))).toBeNull();
    expect(work(`After the subsidy, ${question.toLowerCase()}`, meals)).toBeNull();
  });

  it.each([
    ['What is the daily rate for a base salary of 16,500,000 VND per month?', '750000 VND'],
    ['My base salary is 19,800,000 VND. What does 5 days of leave cost?', '4500000 VND'],
    [
      'With a base salary of 17,600,000 VND, what are 4 hours of overtime on a public holiday worth?',
      '1200000 VND',
    ],
  ])('follows the formulas of a document: %s', (question, result) => {
    expect(work(question, PAY)).toBe(result);
  });

  it('takes no time of day for an amount', () => {
    const open = ['The canteen closes at 20:00.', 'The library closes at 21:30.'];
    expect(work('How much later does the library close than the canteen?', open)).toBeNull();
  });

  it('names what a formula needs and nothing gives', () => {
    const input = inputOf('What is the daily rate?', PAY);
    expect(planByRules(input)).toEqual({ plan: null, missing: ['monthly base salary'] });
  });

  it('takes no figure that neither the question nor a statement has', () => {
    expect(work('How much is the bonus?', ['A bonus is paid.'])).toBeNull();
  });

  it('uses every number that is given', () => {
    expect(work('What do 3 replacement badges cost?', FEE)).toBe('150000 VND');
    expect(work('What do 3 replacement badges cost for 12 nights?', FEE)).toBeNull();
  });

  it('rests on a rule that the question is about', () => {
    expect(work('What do 4 bus tickets cost?', TICKET)).toBe('20000 VND');
    expect(work('How much is the fine for 4 textbooks?', TICKET)).toBeNull();
  });

  it('leaves no rule out that the question names too, and guesses at none', () => {
    expect(work('What is the allowance for 3 duties on a weekday?', DUTIES)).toBe('600000 VND');
    expect(work('What allowance do 3 duties bring, a weekday and a holiday?', DUTIES)).toBeNull();
    expect(work('What is the allowance for 3 duties?', DUTIES)).toBeNull();
  });

  it('leaves alone what asks for more than one step: a rest, a sum, a part of the year', () => {
    expect(work('What do 2 hours of the hall cost?', HALL)).toBe('2400000 VND');
    expect(work('What is the balance for 2 hours of the hall?', HALL)).toBeNull();
    expect(work('What do 2 hours of the hall plus the deposit cost?', HALL)).toBeNull();
    const bonus = ['An employee receives a Tet bonus of 100% of the monthly base salary.'];
    const question = 'My base salary is 18 million VND and I have worked 9 months. What is my Tet bonus?';
    expect(work(question, bonus)).toBeNull();
    const backups = ['The database is backed up every 4 hours.'];
    expect(work('How many times a day is it backed up?', backups)).toBeNull();
  });

  it.each([
    [
      'money times money',
      'What do 3 nights in a hotel of 500,000 VND cost?',
      'A hotel costs 800,000 VND per night.',
    ],
    [
      'days times hours of something else',
      'How many hours are 5 days of samples kept?',
      'Samples are kept for 48 hours.',
    ],
  ])('puts no figures together that do not belong together: %s', (_, question, rule) => {
    expect(work(question, [rule])).toBeNull();
  });

  it('multiplies no ceiling by how often something happened', () => {
    const points = ['The maximum KPI score of a quarter is 100 points.'];
    expect(work('I was late 3 times. How many KPI points is that?', points)).toBeNull();
  });

  it('takes no reference figure for the asker’s own pay', () => {
    expect(work('Tính toán chi phí nghỉ phép theo ngân sách', BUDGET, 'vi')).toBe('7000000 VND');
    expect(work('Tính toán chi phí nghỉ phép của tôi', BUDGET, 'vi')).toBeNull();
  });

  it('takes little time over a hostile question', () => {
    for (const part of [
      'from a to b ',
      'difference between a and b ',
      'gấp mấy lần ',
      'how many times is ',
      'đã sau khi ',
      'cao hơn ',
      'more than ',
    ])
      expect(work(part.repeat(800), ['It costs 5 VND a day.'])).not.toBe(undefined);
  });
});
