import { isDrugName } from '../../domain/drug-names.ts';
import { LARGE_PLACES, STREET_ENDING, STREET_WORDS } from '../tables/places.ts';
import type { PiiSpan } from './pii-span.ts';
import type { ReadText } from './read-text.ts';

const LONGEST_LINE = 48;
const MAX_LINES = 7;
/** What no line of an address holds: a label, a unit, the end of a sentence, a telephone number. */
const NO_ADDRESS =
  /[:;?!=<>%@\u2588]|\d[\d ().-]{4,}\d-?[a-z]|^[+(]?\d[\d ().x-]{6,}$|\b(?:mg|mcg|ml|kg|mmol|units?|daily|tablets?)\b|[a-z]{3,}\.$/iu;
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
  if (LARGE_PLACES.has(folded.replace(/[\d,.-]/gu, '').trim())) return true;
  return folded
    .split(/[\s,.]+/u)
    .some(
      (word) => (STREET_WORDS.has(word) && word.length > 2) || (word.length > 7 && STREET_ENDING.test(word)),
    );
}

function isAddressLine(line: string, lowercase: boolean): boolean {
  if (line.length > LONGEST_LINE || NO_ADDRESS.test(line)) return false;
  const words = line.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
  if (words.some((word) => isDrugName(word.toLowerCase()))) return false;
  const small = words.filter((word) => word.length > 3 && word === word.toLowerCase());
  return lowercase || small.length < 2;
}
