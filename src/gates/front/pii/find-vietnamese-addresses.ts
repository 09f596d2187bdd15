import { bothForms, type PiiSpan, type ReadText, type TextWord } from './find-names.ts';
import { cues, VIETNAMESE_SYLLABLE } from './known-names.ts';

/** What a part of an address begins with. Small ones tell where somebody lives; large ones only with a small one. */
const SMALL = new Set(
  'số ngõ ngách hẻm kiệt đường phố thôn ấp xóm tổ xã phường trấn quận huyện khu'
    .split(' ')
    .flatMap(bothForms),
);
const LARGE = new Set('tỉnh tp phố xã'.split(' ').flatMap(bothForms));
/** Without marks these are English words too, or nothing to go by. */
const UNSURE = new Set(['so', 'to', 'ap', 'pho', 'kiet', 'khu', 'số']);
const MAX_PARTS = 8;
const MAX_NAME = 4;

/** "Số 12 ngõ 45 đường Láng, phường Láng Thượng, quận Đống Đa, Hà Nội". */
export function findVietnameseAddresses(read: ReadText): PiiSpan[] {
  const spans: PiiSpan[] = [];
  for (let i = 0; i < read.words.length; i++) {
    const found = addressFrom(read, i);
    if (!found) continue;
    spans.push({ kind: 'ADDRESS', start: read.words[i]?.start ?? 0, end: read.words[found]?.end ?? 0 });
    i = found;
  }
  return spans;
}

/** The last word of the address that begins here, or null. */
function addressFrom(read: ReadText, first: number): number | null {
  let last = first - 1;
  let parts = 0;
  let sure = 0;
  while (parts < MAX_PARTS) {
    if (parts > 0 && !/^(?:,? |, ?| - )$/u.test(read.gapAfter(last))) break;
    const part = endOfPart(read, last + 1, parts > 0);
    if (!part) break;
    last = part.last;
    parts++;
    if (part.sure) sure++;
  }
  if (sure === 0) return null;
  const before = read.folded.slice(
    Math.max(0, (read.words[first]?.start ?? 0) - 20),
    read.words[first]?.start,
  );
  if (cues().vi_organisation.test(before)) return null;
  return parts > 1 || cues().vi_address.test(before) ? last : null;
}

interface Part {
  last: number;
  /** A part that says by itself where somebody lives. */
  sure: boolean;
}

function endOfPart(read: ReadText, first: number, continued: boolean): Part | null {
  const word = read.words[first];
  if (!word) return null;
  if (word.isNumber) return houseWithStreet(read, first);
  const next = read.words[first + 1];
  const lower = word.text.toLowerCase();
  if (SMALL.has(lower) || LARGE.has(lower)) {
    if (!next || !/^(?: |\. ?|: )$/u.test(read.gapAfter(first))) return null;
    const last = endOfName(read, first + 1);
    return last === null ? null : { last, sure: SMALL.has(lower) && !UNSURE.has(lower) };
  }
  if (
    ['thành', 'thanh', 'thị', 'thi', 'nhà', 'nha'].includes(lower) &&
    next &&
    read.gapAfter(first) === ' '
  ) {
    const nextLower = next.text.toLowerCase();
    if (SMALL.has(nextLower)) return endOfPart(read, first + 1, continued);
  }
  if (!continued || !word.capital) return null;
  const last = endOfName(read, first);
  return last === null ? null : { last, sure: false };
}

/** "234/5 Nguyễn Trãi", "56 đường Lê Lợi". */
function houseWithStreet(read: ReadText, first: number): Part | null {
  let last = first;
  while (last < first + 3 && read.words[last + 1]?.isNumber && read.gapAfter(last) === '/') last++;
  if ((read.words[first]?.text.length ?? 9) > 5 || read.gapAfter(last) !== ' ') return null;
  const next = read.words[last + 1];
  if (!next) return null;
  if (SMALL.has(next.text.toLowerCase())) return endOfPart(read, last + 1, true);
  const end = next.capital ? endOfName(read, last + 1) : null;
  return end === null || end === last + 1 ? null : { last: end, sure: false };
}

/** A number, or capitalised syllables. */
function endOfName(read: ReadText, first: number): number | null {
  const word = read.words[first];
  if (!word) return null;
  let last = first;
  if (word.isNumber) {
    if (word.text.length > 4) return null;
    while (read.words[last + 1] && read.gapAfter(last) === '/' && last < first + 3) last++;
    if (/^[A-Z]$/u.test(read.words[last + 1]?.text ?? '') && read.gapAfter(last) === '') last++;
    return last;
  }
  if (!isNamePart(word)) return null;
  while (last < first + MAX_NAME - 1) {
    const next = read.words[last + 1];
    if (
      !next ||
      read.gapAfter(last) !== ' ' ||
      !(isNamePart(next) || (next.isNumber && next.text.length < 3))
    )
      break;
    last++;
  }
  return last;
}

function isNamePart({ capital, folded, shouted, text }: TextWord): boolean {
  return (capital && VIETNAMESE_SYLLABLE.test(folded) && !(shouted && text.length < 4)) || text === '█';
}
