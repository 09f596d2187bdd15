import { describe, expect, it } from 'vitest';
import { resolveDrug } from './resolve-drug.ts';

describe('a drug in short', () => {
  it.each([
    ['HCTZ', 'hydrochlorothiazide'],
    ['spiro', 'spironolactone'],
    ['clarithro', 'clarithromycin'],
    ['furosemid', null],
    ['levo', null],
    ['theatre', null],
    ['fine', null],
  ])('"%s" stands for %s', (word, drug) => {
    expect(resolveDrug(word)).toBe(drug);
  });

  it('may be shorter before a dose', () => {
    expect([resolveDrug('vanc'), resolveDrug('vanc', { hasDose: true })]).toEqual([null, 'vancomycin']);
  });
});
