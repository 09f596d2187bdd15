import { describe, expect, it } from 'vitest';
import { calculate } from '../math-tool.ts';
import { planByRules } from './plan-by-rules.ts';
import { readFigures } from './read-figures.ts';

function work(question: string, statements: string[], language: 'en' | 'vi' = 'en') {
  const figures = readFigures([
    { passage_id: null, text: question, language },
    { passage_id: 'p', text: statements.join('\n'), language },
  ]);
  const plan = planByRules({
    question,
    language,
    figures,
    statements,
    about_a_person: false,
  });
  const done = calculate(plan, figures);
  return done && { value: done.value, unit: done.unit };
}

describe('planByRules', () => {
  it.each([
    [
      'How many times a day is it backed up?',
      ['The database is backed up every 4 hours.'],
      { value: 6, unit: 'time' },
    ],
    [
      'How much cheaper is a staff lunch than a visitor meal?',
      ['A staff lunch costs 35,000 VND.', 'A visitor meal costs 45,000 VND.'],
      { value: 10_000, unit: 'VND' },
    ],
    [
      'My base salary is 18 million VND and I have worked 9 months. What is my Tet bonus?',
      [
        'An employee receives a Tet bonus of 100% of the monthly base salary.',
        'An employee with less than 12 months receives a Tet bonus in proportion to the months worked.',
      ],
      { value: 13_500_000, unit: 'VND' },
    ],
  ])('%s', (question, statements, expected) => {
    expect(work(question, statements)).toEqual(expected);
  });

  it('takes no figure that neither the question nor a statement has', () => {
    expect(work('How much is the bonus?', ['A bonus is paid.'])).toBeNull();
  });

  it('takes little time over a hostile question', () => {
    for (const part of [
      'from a to b ',
      'difference between a and b ',
      'gấp mấy lần ',
      'how many times is ',
      'đã sau khi ',
    ])
      expect(work(part.repeat(800), ['It costs 5 VND a day.'])).not.toBe(undefined);
  });
});
