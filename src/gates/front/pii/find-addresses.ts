import { isDrugName } from '../../../language/drugs/drug-names.ts';
import { type PiiSpan, type ReadText, spansOf, type TextWord } from './find-names.ts';
import { cues, names, places, VIETNAMESE_SYLLABLE } from './known-names.ts';

const MAX_ADDRESS_WORDS = 16;
/** Street addresses, and towns where somebody is said to live. */
export function findAddresses(whole: ReadText): PiiSpan[] {
  return spansOf('ADDRESS', whole, (read, first) => {
    const anchor = endOfStreet(read, first) ?? endOfCuedAddress(read, first);
    return anchor === null ? null : endOfAddress(read, first, anchor);
  });
}

/** Takes in what follows a street: flat, town, state, post code. */
function endOfAddress(read: ReadText, first: number, anchor: number): number {
  let last = anchor;
  while (last < first + MAX_ADDRESS_WORDS) {
    const [next, after] = [read.words[last + 1], read.words[last + 2]];
    if (!next || !joinsAddress(read, last)) break;
    const gap = read.gapAfter(last);
    if (next.isNumber) {
      // The first part of a longer number: a telephone's, after the post code's line.
      if (/^[-. ]{1,2}\d/u.test(read.text.slice(next.end, next.end + 3))) break;
      if (
        next.text.length > 6 ||
        (!/[\n,]/u.test(gap) && next.text.length < 3 && !ROOMS.has(read.words[last]?.folded ?? ''))
      )
        break;
      last++;
    } else if (
      ROOMS.has(next.folded) &&
      after &&
      /^\.? $/u.test(read.gapAfter(last + 1)) &&
      /\d/u.test(after.text)
    ) {
      last += 2;
      if (/^[A-Z]$/u.test(read.words[last + 1]?.text ?? '') && read.gapAfter(last) === '') last++;
    } else if (next.capital && (isPlaceWord(next) || places().large.has(next.folded))) {
      last++;
    } else if (after?.capital && isParticle(next)) {
      last += 2;
    } else if (read.lowercase && /^, $/u.test(gap) && !names().not_a_name.has(next.folded)) {
      last++;
    } else break;
  }
  return last;
}

const MAX_STREET_WORDS = 5;
/** Said of a street alone, without a number: words that mean little else. */
const CLEAR_STREETS = new Set('street avenue road lane boulevard ave rd blvd st'.split(' '));
/** The last word of a street that begins here, or null. */
function endOfStreet(read: ReadText, first: number): number | null {
  const [word, next] = [read.words[first], read.words[first + 1]];
  if (!word || !next) return null;
  if (ROOMS.has(word.folded) && (word.folded === 'apt' || word.folded === 'suite')) {
    return /^\.? $/u.test(read.gapAfter(first)) && next.isNumber ? first + 1 : null;
  }
  if (word.isNumber) return isHouseNumber(read, word) ? endOfNumberedStreet(read, first) : null;
  if (!isPlaceWord(word) || !(word.capital || read.lowercase)) return null;
  return streetWithoutNumber(read, first);
}

function endOfNumberedStreet(read: ReadText, first: number): number | null {
  let cased = true;
  for (let i = first + 1; i <= first + MAX_STREET_WORDS; i++) {
    const word = read.words[i];
    if (!word || !/^(?: |\. |-)$/u.test(read.gapAfter(i - 1))) return null;
    if (word.isNumber) return i > first + 1 && cased && endsLine(read, first, i) ? i : null;
    const isStreet = places().street.has(word.folded);
    if (i > first + 1 && isStreet && (cased || word.folded === 'street')) return i;
    if (word.capital ? !isPlaceWord(word) : !places().street.has(word.folded) && !isParticle(word))
      cased = false;
    // A sentence in small letters may still hold an address, where something says so.
    if (!cased && !read.lowercase && addressCueBefore(read, first) === 'none') return null;
  }
  return null;
}

/** "Willow Road": two capitalised words, the second of which is a kind of street. */
function streetWithoutNumber(read: ReadText, first: number): number | null {
  for (let i = first + 1; i <= first + 3; i++) {
    const word = read.words[i];
    if (!word || read.gapAfter(i - 1) !== ' ') return null;
    if (CLEAR_STREETS.has(word.folded)) {
      return (word.capital && !word.shouted) || word.folded === 'street' ? i : null;
    }
    if (!word.capital || !isPlaceWord(word)) return null;
  }
  return null;
}

function endsLine(read: ReadText, first: number, index: number): boolean {
  const next = read.words[index + 1];
  const gap = read.gapAfter(index);
  if (gap.startsWith('\n') || (next !== undefined && ROOMS.has(next.folded))) return true;
  return gap.startsWith(',') && addressCueBefore(read, first) !== 'none';
}

/** Standing free: not the end of "CD28", nor of "18.7". */
function isHouseNumber(read: ReadText, { text, start }: TextWord): boolean {
  return text.length <= 5 && !/[\p{L}\p{N}.,+/–-]$/u.test(read.text.slice(Math.max(0, start - 1), start));
}

/** A town after "lives in", or whatever is capitalised and numbered after "address:". */
function endOfCuedAddress(read: ReadText, first: number): number | null {
  const word = read.words[first];
  if (!word) return null;
  const cue = addressCueBefore(read, first);
  if (cue === 'address') return addressAsGiven(read, first);
  if (cue === 'none') return null;
  if (!isPlaceWord(word) || (!word.capital && !read.lowercase)) return null;
  if (word.shouted && word.text.length < 5) return null;
  if (!word.capital) return places().street.has(word.folded) ? null : first;
  let last = first;
  while (last < first + 3) {
    const [next, after] = [read.words[last + 1], read.words[last + 2]];
    if (!next || !/^[ -]$/u.test(read.gapAfter(last))) break;
    if (next.capital ? !isPlaceWord(next) : !isParticle(next) || !after?.capital) break;
    last++;
  }
  const name = read.folded.slice(word.start, read.words[last]?.end);
  return places().large.has(name) || names().eponym_noun.has(read.words[last + 1]?.folded ?? '')
    ? null
    : last;
}

/** After "address:" a number among capitalised words is enough, in whatever order a country puts them. */
function addressAsGiven(read: ReadText, first: number): number | null {
  let last = first - 1;
  let numbers = 0;
  let named = false;
  while (last + 1 < first + MAX_ADDRESS_WORDS) {
    const next = read.words[last + 1];
    if (!next || (last >= first && !joinsAddress(read, last))) break;
    if (next.isNumber ? next.text.length > 6 : !next.capital && !isParticle(next) && !read.lowercase) break;
    if (
      read.lowercase &&
      names().not_a_name.has(next.folded) &&
      !ROOMS.has(next.folded) &&
      !places().street.has(next.folded)
    )
      break;
    if (next.isNumber) numbers++;
    else if (next.text.length > 2 && !next.shouted) named = true;
    last++;
  }
  return numbers > 0 && named ? last : null;
}

/** Address: what comes is one. Town: somebody lives in what comes. */
type AddressCue = 'address' | 'town' | 'none';

/** What every cue ends in: looked at first, because it is cheap. */
const LAST_WORDS = new Set(
  'in at on near to from of is with address addresses hometown town city village visited visiting'.split(' '),
);

function addressCueBefore({ folded, words, gapAfter }: ReadText, index: number): AddressCue {
  if (!LAST_WORDS.has(words[index - 1]?.folded ?? '') && !gapAfter(index - 1).startsWith(':')) return 'none';
  const start = words[index]?.start ?? 0;
  const before = folded.slice(Math.max(0, start - 48), start);
  const isTown = cues().town.test(before);
  if ((words[index]?.isNumber || !isTown) && cues().address.test(before)) return 'address';
  return isTown ? 'town' : 'none';
}

/** Rooms, and what else has a number within a house. */
const ROOMS: ReadonlySet<string> = new Set('apt apartment suite flat unit room floor box ste'.split(' '));
const STREET_PARTICLES = new Set('de la del der van von da do dos di des du le av el'.split(' '));

/** Small words within the name of a street or a town. */
function isParticle({ folded }: TextWord): boolean {
  return STREET_PARTICLES.has(folded);
}

/** Whether a word could be part of the name of a street or a town. */
function isPlaceWord({ folded, isNumber }: TextWord): boolean {
  if (isNumber || isDrugName(folded)) return false;
  return places().street.has(folded) || (!names().not_a_name.has(folded) && !names().eponym_noun.has(folded));
}

/** Whether what stands between this word and the next may stand within an address. */
function joinsAddress(read: ReadText, index: number): boolean {
  const gap = read.gapAfter(index);
  if (gap.length > 5) return false;
  if (gap === '., ') return true;
  if (gap === '. ')
    return /^(?:apt|st|ave|rd|no|w|n|s|e|blvd|dr|ln|ste)$/u.test(read.words[index]?.folded ?? '');
  return /^[\s,/-]*$/u.test(gap);
}

const LONGEST_LINE = 48;
const MAX_LINES = 7;
/** What no line of an address holds: a label, a unit, the end of a sentence, a telephone number. */
const NO_ADDRESS = [
  /[:;?!=<>%@\u2588]|[a-z]{3,}\.$/iu,
  /^[+(]?\d[\d ().x-]{6,}$|\d ?[-(] ?(?:office|home|work|mobile|cell|fax|tel|phone)\b/iu,
  /\b(?:mg|mcg|ml|kg|mmol|units?|daily|tablets?)\b/iu,
];
const ROOM = /^(?:apt\.?|apartment|suite|unit|flat|ste\.?) \d/iu;
const STATE_AND_CODE = /\b[A-Z]{2} \d{5}(?:-\d{4})?$/u;

/** Addresses written line by line, as on an envelope: a street with its number, a town, a country or a post code. */
export function findAddressBlocks({ text, folded, lowercase }: ReadText): PiiSpan[] {
  if (!text.includes('\n')) return [];
  const spans: PiiSpan[] = [];
  let block: Line[] = [];
  let at = 0;
  for (const line of `${text}\n\n\n`.split('\n')) {
    // Bullets and marks of quotation stand before the lines of many a copied address.
    const content = line.replace(/^[^\p{L}\p{N}(+]{0,8}/u, '').trim();
    const start = at + line.lastIndexOf(content);
    at += line.length + 1;
    if (content === '' && block.length > 0 && block.at(-1)?.content !== '') {
      block.push({ content, folded: '', start });
    } else if (content !== '' && isAddressLine(content, lowercase) && block.length < MAX_LINES) {
      block.push({ content, folded: folded.slice(start, start + content.length), start });
    } else {
      const span = spanOf(block);
      if (span) spans.push(span);
      block = [];
    }
  }
  return spans;
}

interface Line {
  content: string;
  folded: string;
  start: number;
}

function spanOf(lines: readonly Line[]): PiiSpan | null {
  const filled = lines.filter(({ content }) => content !== '');
  // A name may stand above: the address begins with the first number.
  const from = filled.findIndex(({ content }) => /\d/u.test(content) && /\p{L}/u.test(content));
  const address = filled.slice(Math.max(0, from));
  const [first, last] = [address[0], address.at(-1)];
  if (from < 0 || !first || !last || address.length < 2 || !address.some(tellsPlace)) return null;
  return { kind: 'ADDRESS', start: first.start, end: last.start + last.content.length };
}

/** Without one of these, lines of words and numbers may be anything: laboratory values, for one. */
function tellsPlace({ content, folded }: Line): boolean {
  if (ROOM.test(content) || STATE_AND_CODE.test(content)) return true;
  if (places().large.has(folded.replace(/[\d,.-]/gu, '').trim())) return true;
  return folded.split(/[\s,.]+/u).some((word) => places().street.has(word) && word.length > 2);
}

function isAddressLine(line: string, lowercase: boolean): boolean {
  if (line.length > LONGEST_LINE || NO_ADDRESS.some((form) => form.test(line))) return false;
  const words = line.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
  if (words.some((word) => isDrugName(word.toLowerCase()))) return false;
  const small = words.filter((word) => word.length > 3 && word === word.toLowerCase());
  return lowercase || small.length < 2;
}

const MAX_PARTS = 8;
const MAX_NAME = 4;

/** "Số 12 ngõ 45 đường Láng, phường Láng Thượng, quận Đống Đa, Hà Nội". */
export function findVietnameseAddresses(read: ReadText): PiiSpan[] {
  return spansOf('ADDRESS', read, addressFrom);
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
  if (places().vi_small.has(lower) || places().vi_large.has(lower)) {
    if (!next || !/^(?: |\. ?|: )$/u.test(read.gapAfter(first))) return null;
    const last = endOfName(read, first + 1);
    return last === null
      ? null
      : { last, sure: places().vi_small.has(lower) && !places().vi_unsure.has(lower) };
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
  if (places().vi_small.has(next.text.toLowerCase())) return endOfPart(read, last + 1, true);
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
