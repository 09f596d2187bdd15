import { describe, expect, it } from 'vitest';
import { formatMegabytes, formatNumber, sayNumber } from './format-number.ts';

describe('numbers', () => {
  it('have their decimals behind the sign of the language', () => {
    expect([formatNumber(0.5, 'en', 2), formatNumber(0.5, 'vi', 2)]).toEqual(['0.50', '0,50']);
    expect([sayNumber(6.8, 'en'), sayNumber(6.8, 'vi'), sayNumber(1200, 'vi')]).toEqual([
      '6.8',
      '6,8',
      '1200',
    ]);
  });

  it('of bytes are told in megabytes', () => {
    expect([formatMegabytes(20 * 2 ** 20, 'en'), formatMegabytes(2.5 * 2 ** 20, 'vi')]).toEqual([
      '20 MB',
      '2,5 MB',
    ]);
  });
});
