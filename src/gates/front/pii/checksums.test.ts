import { describe, expect, it } from 'vitest';
import { isCardNumber, isCitizenId, isIban } from './find-numbers.ts';

describe('check digits', () => {
  it('tell a card from any other long number', () => {
    expect(isCardNumber('5500 0055 5555 5559')).toBe(true);
    expect(isCardNumber('5500 0055 5555 5558')).toBe(false);
    expect(isCardNumber('42')).toBe(false);
  });

  it('tell an IBAN from a code', () => {
    expect(isIban('GB82 WEST 1234 5698 7654 32')).toBe(true);
    expect(isIban('GB82 WEST 1234 5698 7654 23')).toBe(false);
    expect(isIban('AB12')).toBe(false);
  });

  it('tell a CCCD by its province and century', () => {
    expect(isCitizenId('001086012345')).toBe(true);
    expect(isCitizenId('000086012345')).toBe(false);
    expect(isCitizenId('097086012345')).toBe(false);
    expect(isCitizenId('001986012345')).toBe(false);
  });
});
