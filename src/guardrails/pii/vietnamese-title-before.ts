import type { ReadText } from './read-text.ts';

/** Named: "tên là" and the like. Title: "chị", "bác sĩ". */
export type VietnameseTitle = 'named' | 'title' | 'none';

/** Who may be named next. With their marks; without, folded, they count too. */
const TITLES = new Set(
  'chị anh cô chú bác ông bà bé cháu cụ dì thím cậu mợ em bs ths ts gs pgs'.split(' ').flatMap(bothForms),
);
/** Pairs of words before a name. */
const PAIRS = new Set(
  [
    'bác sĩ',
    'bác sỹ',
    'điều dưỡng',
    'bệnh nhân',
    'thầy thuốc',
    'y tá',
    'dược sĩ',
    'người bệnh',
    'sản phụ',
    'tên là',
    'giáo sư',
    'y sĩ',
    'kỹ thuật viên',
    'hộ sinh',
    'nữ hộ sinh',
    'chồng tôi',
    'vợ tôi',
    'con tôi',
    'mẹ tôi',
    'bố tôi',
    'tôi là',
    'em là',
    'mình là',
    'cháu là',
    'bạn tôi',
    'của tôi',
  ].flatMap(bothForms),
);
const PLACE_WORDS = new Set(
  'viện trường học đường phố quận phường huyện xã tỉnh khoa hiệu ty tâm khám thôn ấp trấn hội'
    .split(' ')
    .flatMap(bothForms),
);

export function vietnameseTitleBefore(read: ReadText, index: number): VietnameseTitle {
  const before = read.words[index - 1];
  if (!before) return 'none';
  const gap = read.gapAfter(index - 1);
  if (!/^(?:[.:,]? |\.)$/u.test(gap)) return 'none';
  const word = before.text.toLowerCase();
  const pair = `${read.words[index - 2]?.text.toLowerCase() ?? ''} ${word}`;
  if (word === 'tên' || word === 'ten' || pair === 'tên là' || pair === 'ten la') return 'named';
  if (pair === 'bệnh nhân' && gap === ': ') return 'named';
  if (PAIRS.has(pair)) return 'title';
  return TITLES.has(word) && gap !== ', ' && gap !== ': ' ? 'title' : 'none';
}

/** "Bệnh viện Bạch Mai", "đường Lê Lợi": what follows such a word is a place. */
export function isPlaceWord(read: ReadText, index: number): boolean {
  const word = read.words[index];
  return word !== undefined && read.gapAfter(index) === ' ' && PLACE_WORDS.has(word.text.toLowerCase());
}

function bothForms(word: string): string[] {
  return [word, word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd')];
}
