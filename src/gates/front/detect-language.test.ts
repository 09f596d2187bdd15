import { describe, expect, it } from 'vitest';
import { detectLanguage, isOtherLanguage } from './detect-language.ts';

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
    'Find patient Nguyễn Thị Mai Sương',
    'Prescribe amlodipine 5 mg daily for Lê Hoàng Phúc Vinh',
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
    'Sốt do dengue',
    'ĐAU ĐẦU',
    'Nguyễn Thị Mai Sương',
    'Check tương tác warfarin',
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

describe('isOtherLanguage', () => {
  it.each([
    '¿Cuáles son los efectos secundarios de la metformina?',
    'Quels sont les effets secondaires de la metformine ?',
    'Welche Nebenwirkungen hat Metformin bei älteren Menschen?',
    'Каковы побочные эффекты метформина?',
    'ما هي الآثار الجانبية للميتفورمين',
    '二甲双胍有什么副作用？',
    'ผลข้างเคียงของเมตฟอร์มินคืออะไร',
  ])('hears another language in %j', (text) => {
    expect(isOtherLanguage(text)).toBe(true);
  });

  it.each([
    'What are the side effects of metformin?',
    'Tác dụng phụ của metformin là gì?',
    'tac dung phu cua metformin la gi',
    'lieu paracetamol cho tre em',
    'aspirin',
    'Escherichia coli',
    'status epilepticus lorazepam dose',
    'diabetes mellitus type 2 metformin',
    'carcinoma in situ',
    'β-blocker in HFrEF',
    'NSTEMI troponin 0.4 ECG',
    'Ménière disease betahistine dose adults',
    '12345',
    '',
  ])('hears none in %j', (text) => {
    expect(isOtherLanguage(text)).toBe(false);
  });
});
