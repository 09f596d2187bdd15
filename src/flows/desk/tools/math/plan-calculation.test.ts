import { describe, expect, it } from 'vitest';
import { measuresUnit } from './plan-calculation.ts';
import type { Figure } from './read-figures.ts';

const QUESTION = 'How much is it?';

function figure(id: string, unit: string, sentence = '', passage_id: string | null = 'policy'): Figure {
  return { id, unit, sentence, passage_id, value: 2, text: '2', start: 0, end: 1 };
}

const HOTEL = figure('n1', 'VND', 'Hotel costs are reimbursed up to 800,000 VND per night.');
const NIGHTS = figure('n2', 'night', QUESTION, null);
const PRICE = figure('n3', 'VND', QUESTION, null);
const SALARY = figure('n4', 'VND', QUESTION, null);
const DAYS = figure('n5', 'day', 'The daily rate is the base salary divided by 22 days.');
const HOURS = figure('n6', 'hour', 'The hourly rate is the daily rate divided by 8 hours.');
const SHARE = figure('n7', '%', 'Overtime is paid at 300% of the hourly rate.');
const WORKED = figure('n8', 'hour', QUESTION, null);
const MORNING = figure('n9', 'clock', 'The library is open from 07:30 to 20:00.');
const EVENING = figure('n10', 'clock', 'The library is open from 07:30 to 20:00.');
const KEPT = figure('n11', 'hour', 'Samples are kept for 48 hours.');
const LUNCHES = figure('n12', 'day', QUESTION, null);
const FIGURES = [
  ...[HOTEL, NIGHTS, PRICE, SALARY, DAYS, HOURS, SHARE],
  ...[WORKED, MORNING, EVENING, KEPT, LUNCHES],
];

describe('what a calculation measures', () => {
  it.each([
    ['so much a night, times nights', 'n2 * n1', 'VND'],
    ['a salary by days and hours, times hours and a share', 'n8 * n4 / n5 / n6 * n7', 'VND'],
    ['from one time of day to another', '(n10 - n9) / 60', 'hour'],
    ['how often one length fits into another', 'n11 / n6', 'time'],
  ])('fits: %s', (_, expression, unit) => {
    expect(measuresUnit(expression, unit, FIGURES, QUESTION)).toBe(true);
  });

  it.each([
    ['money times money', 'n3 * n2 * n1', 'VND'],
    ['days times hours of something else', 'n12 * n11', 'hour'],
    ['money and days together', 'n4 + n12', 'VND'],
    ['hours for an amount of money', 'n8 * 60', 'VND'],
    ['a figure that does not exist', 'n99 * 2', 'VND'],
    ['more than arithmetic', 'sqrt(n4)', 'VND'],
  ])('does not fit: %s', (_, expression, unit) => {
    expect(measuresUnit(expression, unit, FIGURES, QUESTION)).toBe(false);
  });
});
