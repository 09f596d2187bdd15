import { describe, expect, it } from 'vitest';
import { formatPartialDate } from './format-date.ts';

describe('formatPartialDate', () => {
  it('is as exact as what was recorded, wherever the reader is', () => {
    expect(formatPartialDate('2011', 'en')).toBe('2011');
    expect(formatPartialDate('2011-06', 'en')).toBe('Jun 2011');
    expect(formatPartialDate('2011-06-01', 'en')).toBe('1 Jun 2011');
    expect(formatPartialDate('2026-11-03T23:30:00+07:00', 'en')).toBe('3 Nov 2026');
    expect(formatPartialDate('2011-06-01', 'vi')).toBe('1 thg 6, 2011');
  });

  it('shows as it is what is no date', () => {
    expect(formatPartialDate('about 2011-ish', 'en')).toBe('about 2011-ish');
  });
});
