import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Language } from '../../domain/language.ts';
import { analyzeText } from './analyze-text.ts';

describe('analyzeText in English', () => {
  it('brings inflections together, in order, repeats kept', () => {
    expect(analyzeText('Bleeding bleeds; BLEED!', 'en')).toEqual(['bleed', 'bleed', 'bleed']);
  });

  it('leaves out words that carry no subject', () => {
    expect(analyzeText('What is the dose of it?', 'en')).toEqual(['dose']);
    expect(analyzeText('what is the of and', 'en')).toEqual([]);
  });

  it('folds accents', () => {
    expect(analyzeText('Ménière', 'en')).toEqual(analyzeText('meniere', 'en'));
  });

  it('keeps a decimal in one piece, apart from other numbers', () => {
    expect(analyzeText('7.4% and 2,550 mg', 'en')).toEqual(['7p4', '2p550', 'mg']);
    expect(analyzeText('HbA1c', 'en')).toEqual(['hba1c']);
  });
});

describe('analyzeText in Vietnamese', () => {
  it('gives each syllable with marks and without, and the pairs without', () => {
    expect(analyzeText('Tiểu đường', 'vi')).toEqual(['tiểu', 'tieu', 'đường', 'duong', 'tieuxduong']);
  });

  it('makes no pair across a word without a subject', () => {
    expect(analyzeText('sốt và ho', 'vi')).toEqual(['sốt', 'sot', 'ho']);
  });

  it('finds in marked text every term of the same question typed without marks', () => {
    const document = new Set(analyzeText('Tác dụng phụ của metformin là buồn nôn.', 'vi'));
    expect(
      analyzeText('tac dung phu cua metformin la gi', 'vi').filter((term) => !document.has(term)),
    ).toEqual([]);
  });

  it('keeps a subject that without marks looks like a word without one', () => {
    expect(analyzeText('sau rang', 'vi')).toEqual(['sau', 'rang', 'sauxrang']);
  });
});

describe('analyzeText of anything', () => {
  it('gives terms the database takes as they are: letters and digits, of bounded length', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.constantFrom(...Language.options),
        (text, language) => {
          for (const term of analyzeText(text, language)) {
            expect(term).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
            expect(term.length).toBeLessThanOrEqual(200);
          }
        },
      ),
    );
  });

  it('takes text in either Unicode form for the same', () => {
    const text = 'Điều trị tăng huyết áp';
    expect(analyzeText(text.normalize('NFD'), 'vi')).toEqual(analyzeText(text, 'vi'));
  });

  it('leaves out words longer than any word', () => {
    expect(analyzeText(`metformin ${'x'.repeat(65)}`, 'en')).toEqual(['metformin']);
  });
});
