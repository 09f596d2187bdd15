import { describe, expect, it } from 'vitest';
import { splitClauses } from './split-clauses.ts';

/** The words of each clause. */
function clauses(text: string): string[] {
  const parts = new Map<number, string[]>();
  for (const token of splitClauses(text))
    parts.set(token.clause, [...(parts.get(token.clause) ?? []), token.text]);
  return [...parts.values()].map((words) => words.join(' '));
}

describe('splitClauses', () => {
  it('folds marks, case, apostrophes and invisible characters', () => {
    expect(clauses('KHÓ thở')).toEqual(['kho tho']);
    expect(clauses('kho\u200b tho'.normalize('NFD'))).toEqual(['kho tho']);
    expect(clauses('I can’t, he’s')).toEqual(['i cannot', 'hes']);
    expect(clauses("my son's arm")).toEqual(['my son arm']);
  });

  it('cuts at punctuation and where another thought starts', () => {
    expect(clauses('no fever but chest pain, cough')).toEqual(['no fever', 'but chest pain', 'cough']);
    expect(clauses('stroke in 2015 and now my arm is weak')).toEqual([
      'stroke in 2015 and',
      'now my arm is weak',
    ]);
    expect(clauses('fever and cough')).toEqual(['fever and cough']);
    expect(clauses('toi bi ho nhung khong kho tho')).toEqual(['toi bi ho', 'nhung khong kho tho']);
    expect(clauses('nam ngoai dot quy hom nay yeu tay')).toEqual(['nam ngoai dot quy', 'hom nay yeu tay']);
  });

  it('keeps figures whole and units apart', () => {
    expect(clauses('38,5 độ, 70/40; 65yo')).toEqual(['38,5 do', '70/40', '65 yo']);
  });

  it('reads short forms as words', () => {
    expect(clauses('em ko thở dc')).toEqual(['em khong tho duoc']);
  });
});
