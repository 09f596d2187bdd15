import { expect, it } from 'vitest';
import { sourceDate } from './source-date.ts';

it('dates a rule of the house by its day, and a publication by its year', () => {
  const created_at = '2022-03-01T00:00:00.000Z';
  expect(sourceDate({ source_type: 'policy', created_at, year: 2022 }, 'en')).toBe('1 Mar 2022');
  expect(sourceDate({ source_type: 'policy', created_at, year: 2022 }, 'vi')).toMatch(/^1 thg 3,? 2022$/u);
  expect(sourceDate({ source_type: 'policy', created_at, year: 2019 }, 'en')).toBe('2019');
  expect(sourceDate({ source_type: 'pubmed', created_at, year: 2022 }, 'en')).toBe('2022');
});
