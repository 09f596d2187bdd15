import {
  AMBIGUOUS_FAMILIES,
  MIDDLE_NAMES,
  NOT_IN_A_NAME,
  VIETNAMESE_FAMILIES,
  VIETNAMESE_GIVENS,
  VIETNAMESE_SYLLABLE,
} from '../tables/vietnamese-names.ts';
import type { PiiSpan } from './pii-span.ts';
import type { ReadText, Word } from './read-text.ts';
import { isPlaceWord, vietnameseTitleBefore } from './vietnamese-title-before.ts';

const MAX_SYLLABLES = 5;

/** Vietnamese names: a family name with syllables after it, or a given name after "chị", "bác sĩ", "tên là". */
export function findVietnameseNames(read: ReadText): PiiSpan[] {
  const spans: PiiSpan[] = [];
  for (let i = 0; i < read.words.length; i++) {
    const length = syllablesOfName(read, i);
    if (length === 0) continue;
    spans.push({ kind: 'NAME', start: read.words[i]?.start ?? 0, end: read.words[i + length - 1]?.end ?? 0 });
    i += length - 1;
  }
  return spans;
}

/** How many syllables the name has that begins here; 0 when none does. */
function syllablesOfName(read: ReadText, first: number): number {
  const word = read.words[first];
  if (!word || word.isNumber || !VIETNAMESE_SYLLABLE.test(word.folded)) return 0;
  const title = vietnameseTitleBefore(read, first);
  if (!word.capital) {
    if (title === 'title' && isSmallGiven(read, first, word)) return 1;
    return lowercaseName(read, first, title === 'named');
  }
  if (isPlaceWord(read, first - 1)) return 0;
  const length = capitalisedSyllables(read, first);
  const next = read.words[first + 1];
  if (title !== 'none') {
    if (length === 1) return isGivenAlone(read, first, word) ? 1 : 0;
    const known = isFamily(word) || VIETNAMESE_GIVENS.has(word.folded) || MIDDLE_NAMES.has(word.folded);
    return known ? length : 0;
  }
  if (!next || length < 2) return 0;
  if (VIETNAMESE_FAMILIES.has(word.folded) && isFamily(word)) {
    return length > 2 || (VIETNAMESE_GIVENS.has(next.folded) && !isOrdinaryPair(word, next)) ? length : 0;
  }
  if (!AMBIGUOUS_FAMILIES.has(word.folded) || !isFamily(word)) return 0;
  return length > 2 && MIDDLE_NAMES.has(next.folded) ? length : 0;
}

function capitalisedSyllables(read: ReadText, first: number): number {
  let length = 1;
  while (length < MAX_SYLLABLES) {
    const next = read.words[first + length];
    if (!next?.capital || read.gapAfter(first + length - 1) !== ' ') break;
    // "Nguyễn Văn A": whoever must not be named.
    if (length > 1 && /^[A-Z]$/u.test(next.text)) return length + 1;
    if (!VIETNAMESE_SYLLABLE.test(next.folded) || next.folded.length < 2) break;
    length++;
  }
  return length;
}

/** "Bệnh nhân Nam" is a man, not a man called Nam, and "bác sĩ Anh" is British. */
const KINDS_OF_PEOPLE = new Set([
  'nam',
  'anh',
  'my',
  'duc',
  'phap',
  'nga',
  'viet',
  'han',
  'nhat',
  'thai',
  'trung',
]);

function isGivenAlone(read: ReadText, first: number, word: Word): boolean {
  if (word.shouted || !VIETNAMESE_GIVENS.has(word.folded)) return false;
  const professional = ['nhan', 'si', 'duong', 'ta'].includes(read.words[first - 1]?.folded ?? '');
  return !(professional && KINDS_OF_PEOPLE.has(word.folded));
}

/** "chị lan bị ho": in small letters, with what is said of people, and with marks, or "có thể bị" would be someone. */
const SAID_OF_PEOPLE = new Set('bị đang có uống mới vừa cần muốn ơi'.split(' '));
const RELATIVES = new Set('anh chi ba bac co chu em ong'.split(' '));

function isSmallGiven(read: ReadText, first: number, word: Word): boolean {
  if (!isGivenAlone(read, first, word) || RELATIVES.has(word.folded)) return false;
  if (read.gapAfter(first) !== ' ') return false;
  return SAID_OF_PEOPLE.has(read.words[first + 1]?.text ?? '');
}

function lowercaseName(read: ReadText, first: number, named: boolean): number {
  const word = read.words[first];
  if (!word || !isFamily(word) || word.folded === 'la') return 0;
  const sure = VIETNAMESE_FAMILIES.has(word.folded);
  const middle = read.words[first + 1]?.folded ?? '';
  if (!named && !(sure && (middle === 'thi' || middle === 'van') && word.folded !== 'dang')) return 0;
  let length = 1;
  while (length < 4 && read.gapAfter(first + length - 1) === ' ') {
    const next = read.words[first + length];
    if (!next || next.isNumber || !VIETNAMESE_SYLLABLE.test(next.folded)) break;
    if (length > 1 && NOT_IN_A_NAME.has(next.folded)) break;
    if (length === 3 && !VIETNAMESE_GIVENS.has(next.folded)) break;
    length++;
  }
  return length >= 3 || (named && length === 2) ? length : 0;
}

/** Family names with their marks: a word that has marks must have these. */
const MARKED = new Set(
  'nguyễn trần phạm hoàng huỳnh phan vũ võ đặng bùi dương ngô trịnh trương đinh đoàn phùng triệu lương nghiêm quách vương lưu tống thái kiều lâm đào khuất khương thạch tiêu ứng ninh ngụy phó phí đỗ hồ lê lý cao mai hà an tô tạ la chu đàm mạc hứa từ giang quan châu tăng bạch liêu tôn sầm thi cù đồng diệp hàn hồng kim lại lò lục mã mộc nhan nông ông văn vi viên việt uông biện trang tào'.split(
    ' ',
  ),
);

function isFamily({ text, folded }: Word): boolean {
  if (!VIETNAMESE_FAMILIES.has(folded) && !AMBIGUOUS_FAMILIES.has(folded)) return false;
  const lower = text.toLowerCase();
  return lower === folded || MARKED.has(lower);
}

/** Two syllables that are a word in a heading: "Lâm Sàng", "Thái Bình". */
function isOrdinaryPair(family: Word, given: Word): boolean {
  return (
    [
      'lam',
      'thai',
      'dao',
      'thach',
      'kieu',
      'tieu',
      'ung',
      'ninh',
      'phi',
      'pho',
      'duong',
      'truong',
      'hoang',
      'doan',
      'phan',
      'dinh',
      'luu',
      'tong',
    ].includes(family.folded) || given.folded.length < 2
  );
}
