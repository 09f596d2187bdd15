import { describe, expect, it } from 'vitest';
import { foldDiacritics } from './fold-diacritics.ts';
import { restoreMarks } from './restore-marks.ts';

describe('marks of Vietnamese typed without them', () => {
  it.each([
    ['toi bi dau hong va sot', 'tôi bị đau họng và sốt'],
    ['Benh nhan dai thao duong nen an gi?', 'Bệnh nhân đái tháo đường nên ăn gì?'],
    ['uong metformin 500 mg co duoc khong', 'uống metformin 500 mg có được không'],
  ])('come back: %s', (typed, meant) => {
    expect(restoreMarks(typed, 'vi')).toBe(meant);
  });

  it.each([
    ['huyết áp cao uong thuoc gi', 'vi'],
    ['can toi take two tablets', 'en'],
    ['12/80 [NAME_1] ECG', 'vi'],
    ['', 'vi'],
  ] as const)(
    'are left as they are where there are some, where it is English, and in abbreviations: %s',
    (text, language) => {
      expect(restoreMarks(text, language)).toBe(text);
    },
  );

  it('change nothing but the marks', () => {
    const text = 'Em  nam 35 tuoi,\nhuyet ap 150/90 (do 2 lan): co nguy hiem ko? BS oi!';
    expect(foldDiacritics(restoreMarks(text, 'vi'))).toBe(text);
  });
});
