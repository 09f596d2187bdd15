import { describe, expect, it } from 'vitest';
import { detectLanguage } from './detect-language.ts';

describe('detectLanguage', () => {
  it.each([
    'What are the side effects of metformin?',
    'aspirin',
    'Ibuprofen dose',
    'HF',
    'Dengue',
    'treat the GI bleed',
    'the earlier the better',
    'CHA2DS2-VASc',
    'Ho Chi Minh City',
    'transoesophageal echo',
    'Is paracetamol safe for a toddler with a fever?',
    'BP 140/90 -- what to do',
    'Thai trial of dolutegravir',
    'Ménière and Sjögren',
    '12345',
    '',
  ])('hears English in %j', (text) => {
    expect(detectLanguage(text)).toBe('en');
  });

  it.each([
    'Tác dụng phụ của metformin là gì?',
    'đau ngực',
    'sốt',
    'ho ra máu',
    'Metformin ở người bệnh thận',
    'Tác dụng phụ của metformin là gì?'.normalize('NFD'),
  ])('hears Vietnamese in %j', (text) => {
    expect(detectLanguage(text)).toBe('vi');
  });

  it.each([
    'tac dung phu cua metformin la gi',
    'metformin co tac dung phu gi',
    'dau nguc kho tho',
    'lieu paracetamol cho tre em',
    'tieu duong',
    'Tre bi sot cao phai lam sao?',
    'phong ngua sau rang',
  ])('hears Vietnamese without its marks in %j', (text) => {
    expect(detectLanguage(text)).toBe('vi');
  });
});
