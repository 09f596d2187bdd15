import { describe, expect, it } from 'vitest';
import { carries, hardFactsOf } from './hard-facts.ts';

const holds = (quote: string, claim: string, titleDrugs: string[] = []) =>
  carries(hardFactsOf(quote), hardFactsOf(claim), { drugs: titleDrugs, populations: [] });

const QUOTE = 'Metformin is contraindicated when eGFR is below 30, and is started at 500 mg twice daily.';

describe('hard facts', () => {
  it.each([
    ['the same words', QUOTE, true],
    ['fewer of them', 'Metformin is started at 500 mg.', true],
    ['another number', 'Metformin is contraindicated when eGFR is below 45.', false],
    ['another unit', 'Metformin is started at 500 g twice daily.', false],
    ['another drug', 'Warfarin is contraindicated when eGFR is below 30.', false],
    ['a denial', 'Metformin is not contraindicated when eGFR is below 30.', false],
  ])('tell whether a quote carries %s', (_, claim, expected) => {
    expect(holds(QUOTE, claim)).toBe(expected);
  });

  it('work in Vietnamese', () => {
    const quote = 'Metformin không gây hạ đường huyết khi dùng 500 mg mỗi ngày.';
    expect(holds(quote, 'Metformin gây hạ đường huyết.')).toBe(false);
    expect(holds(quote, 'Metformin không gây hạ đường huyết.')).toBe(true);
  });

  it('take a drug that only the title names as said', () => {
    expect(holds('Diarrhoea was common.', 'Metformin commonly caused diarrhoea.', ['metformin'])).toBe(true);
    expect(holds('Diarrhoea was common.', 'Metformin commonly caused diarrhoea.')).toBe(false);
  });
});
