import { type PiiSpan, type ReadText, spansOf, type TextWord } from './find-names.ts';
import { names, places, VIETNAMESE_SYLLABLE } from './known-names.ts';

const MAX_SYLLABLES = 5;

/** Vietnamese names: a family name with syllables after it, or a given name after "chị", "bác sĩ", "tên là". */
export function findVietnameseNames(whole: ReadText): PiiSpan[] {
  return spansOf('NAME', whole, (read, first) => {
    const length = syllablesOfName(read, first);
    return length === 0 ? null : first + length - 1;
  });
}

/** How many syllables the name has that begins here; 0 when none does. */
function syllablesOfName(read: ReadText, first: number): number {
  const word = read.words[first];
  if (!word || word.isNumber || !VIETNAMESE_SYLLABLE.test(word.folded)) return 0;
  const title = vietnameseTitleBefore(read, first);
  if (!word.capital) return lowercaseName(read, first, title === 'named');
  if (isPlaceWord(read, first - 1)) return 0;
  const length = capitalisedSyllables(read, first);
  const next = read.words[first + 1];
  if (title !== 'none') {
    if (length === 1) return isGivenAlone(read, first, word) ? 1 : 0;
    // "Bác sĩ Khoa Ngoại": a department, not a man called Khoa.
    if (isFamily(word) || names().vi_place_word.has(word.text.toLowerCase()))
      return isFamily(word) ? length : 0;
    return names().vi_given.has(word.folded) || names().vi_middle.has(word.folded) ? length : 0;
  }
  if (!next || length < 2) return 0;
  if ((length > 2 && MIDDLE.test(next.text.toLowerCase())) || isSignature(read, first, length)) return length;
  if (names().vi_family.has(word.folded) && isFamily(word)) {
    return length > 2 || (names().vi_given.has(next.folded) && !isOrdinaryPair(word, next)) ? length : 0;
  }
  if (!names().vi_family_ambiguous.has(word.folded) || !isFamily(word)) return 0;
  return length > 2 && names().vi_middle.has(next.folded) ? length : 0;
}

/** The middle names of most women and of many men. */
const MIDDLE = /^(?:th[iị]|v[aă]n)$/u;

/** A name by itself after the last sentence, alone or with a year or a place: "Cảm ơn bác sĩ. Thu Linh (1994)". */
function isSignature({ text, words, folded }: ReadText, first: number, length: number): boolean {
  const [start, end] = [words[first]?.start ?? 0, words[first + length - 1]?.end ?? 0];
  if (places().large.has(folded.slice(start, end))) return false;
  return /[.!?…”"]\s{1,3}$|(?:ơn|on|thanks)\s?[!,]?\s{1,3}$/iu.test(text.slice(Math.max(0, start - 8), start))
    ? /^\s?(?:$|\(\s?(?:(?:19|20)\d\d|\p{Lu})|,\s?(?:19|20)\d\d)/u.test(text.slice(end, end + 12))
    : false;
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

function isGivenAlone(read: ReadText, first: number, word: TextWord): boolean {
  if (word.shouted || !names().vi_given.has(word.folded)) return false;
  // "Bác sĩ Bác sĩ cho em hỏi": the next sentence begins.
  if (names().vi_title.has(`${word.text} ${read.words[first + 1]?.text ?? ''}`.toLowerCase())) return false;
  const professional = ['nhan', 'si', 'duong', 'ta'].includes(read.words[first - 1]?.folded ?? '');
  // "Bệnh nhân Nam" is a man, not a man called Nam, and "bác sĩ Anh" is British.
  return !(professional && names().vi_kind_of_people.has(word.folded));
}

function lowercaseName(read: ReadText, first: number, named: boolean): number {
  const word = read.words[first];
  if (!word || !isFamily(word) || word.folded === 'la') return 0;
  const sure = names().vi_family.has(word.folded);
  // "Thì" is no "Thị": a middle name has its own marks or none.
  const isMiddle = MIDDLE.test(read.words[first + 1]?.text ?? '');
  if (!named && !(sure && isMiddle && word.folded !== 'dang')) return 0;
  let length = 1;
  while (length < 4 && read.gapAfter(first + length - 1) === ' ') {
    const next = read.words[first + length];
    if (!next || next.isNumber || !VIETNAMESE_SYLLABLE.test(next.folded)) break;
    if (length > 1 && names().vi_not_in_a_name.has(next.folded)) break;
    if (length === 3 && !names().vi_given.has(next.folded)) break;
    length++;
  }
  return length >= 3 || (named && length === 2) ? length : 0;
}

/** A word that has marks must have those of a family name. */
function isFamily({ text, folded }: TextWord): boolean {
  if (!names().vi_family.has(folded) && !names().vi_family_ambiguous.has(folded)) return false;
  const lower = text.toLowerCase();
  return lower === folded || names().vi_family_marked.has(lower);
}

/** Two syllables that are a word in a heading: "Lâm Sàng", "Thái Bình". */
function isOrdinaryPair(family: TextWord, given: TextWord): boolean {
  return names().vi_ordinary_head.has(family.folded) || given.folded.length < 2;
}

const ABBREVIATION = /^[^aeiouy]{2,4}$/u;

/** Named: "tên là" and the like. Title: "chị", "bác sĩ". */
type VietnameseTitle = 'named' | 'title' | 'none';

function vietnameseTitleBefore(read: ReadText, index: number): VietnameseTitle {
  const before = read.words[index - 1];
  if (!before) return 'none';
  const gap = read.gapAfter(index - 1);
  const word = before.text.toLowerCase();
  // A full stop ends the sentence, but for "BS.", "ThS.": no name reaches across.
  if (!/^:? $/u.test(gap) && !(/^\. ?$/u.test(gap) && ABBREVIATION.test(before.folded))) return 'none';
  const pair = `${read.words[index - 2]?.text.toLowerCase() ?? ''} ${word}`;
  if (word === 'tên' || word === 'ten' || pair === 'tên là' || pair === 'ten la') return 'named';
  if (pair === 'bệnh nhân' && gap === ': ') return 'named';
  if (names().vi_title.has(pair)) return 'title';
  return names().vi_title.has(word) && gap !== ': ' ? 'title' : 'none';
}

/** "Bệnh viện Bạch Mai", "đường Lê Lợi": what follows such a word is a place. */
function isPlaceWord(read: ReadText, index: number): boolean {
  const word = read.words[index];
  return (
    word !== undefined && read.gapAfter(index) === ' ' && names().vi_place_word.has(word.text.toLowerCase())
  );
}
