import { IDENTIFIER_CUES } from '../tables/identifier-cues.ts';
import type { PiiKind, PiiSpan } from './pii-span.ts';
import type { ReadText } from './read-text.ts';

interface Cue {
  words: readonly string[];
  kind: PiiKind;
  minDigits: number;
  spaced: boolean;
}

/** Cues by their first word, the longest first. */
const CUES = cuesByFirstWord();

/** What may stand between a cue and its number. */
const BETWEEN = new Set(
  'is was are number numbers no num id ids so ma la of at on to the my me her his him your wife husband son daughter mother father a and please results it with cua toi em cho con trai gai minh vo chong nhe this here under s for in xe may report code dang'.split(
    ' ',
  ),
);
const MAX_BETWEEN = 5;

const SOLID = /(?:[A-Za-z]{1,4}[-/]?)?\d[A-Za-z\d]{0,19}(?:[-./][A-Za-z\d]{1,14}){0,5}(?![\p{L}\p{N}])/uy;
const SPACED =
  /\+?\(?(?:[A-Za-z]{1,4}[-/ ]?)?\d[A-Za-z\d]{0,19}\)?(?:(?:[-./]| ?[-.(] ?)[A-Za-z\d]{1,14}\)?| \d[A-Z\d]{0,19}){0,6}(?: ?(?:x|ext\.?) ?\d{1,5})?(?![\p{L}\p{N}])/uy;
/** A quantity is nobody's number, whatever stands before it. */
const UNIT_AFTER =
  /^ ?(?:mg|mcg|g|kg|ml|l|iu|units?|mmol|%|\/|times|tablets?|days?|weeks?|hours?|minutes?|vien|lan|ngay|tuan|tuoi)(?![\p{L}\p{N}])/u;
const DATE = /^\d{1,4}[-./]\d{1,2}[-./]\d{2,4}$/u;

/** Numbers that a word before them makes someone's: "MRN 4827193", "số thẻ BHYT: …". */
export function findCuedNumbers(read: ReadText): PiiSpan[] {
  const spans: PiiSpan[] = [];
  for (let i = 0; i < read.words.length; i++) {
    for (const cue of CUES.get(read.words[i]?.folded ?? '') ?? []) {
      if (!cue.words.every((word, k) => read.words[i + k]?.folded === word)) continue;
      const span = numberAfter(read, i + cue.words.length - 1, cue);
      if (span) spans.push(span);
      break;
    }
  }
  return spans;
}

function numberAfter(read: ReadText, last: number, cue: Cue): PiiSpan | null {
  for (let i = last, skipped = 0; skipped <= MAX_BETWEEN; i++, skipped++) {
    const next = read.words[i + 1];
    const gap = read.gapAfter(i);
    if (!next || gap.length > 5 || /[\n\u2588]/u.test(gap.trim())) return null;
    const start = next.start - (cue.spaced ? (/\+?\(?$/u.exec(gap)?.[0].length ?? 0) : 0);
    const found = matchAt(cue.spaced ? SPACED : SOLID, read.text, start);
    if (found && isNumberOf(found, cue)) {
      if (UNIT_AFTER.test(read.folded.slice(start + found.length, start + found.length + 10))) return null;
      return { kind: cue.kind, start, end: start + found.length };
    }
    if (!BETWEEN.has(next.folded) || /[.;?!]\s/u.test(gap.replace(/^(?:no)?\. /u, ''))) return null;
  }
  return null;
}

function isNumberOf(found: string, { minDigits, kind }: Cue): boolean {
  const digits = found.replace(/\D/gu, '').length;
  if (digits < minDigits || DATE.test(found)) return false;
  return kind === 'PHONE' || kind === 'FAX'
    ? digits <= 16 && !/[A-Za-z]{3}/u.test(found.replace('ext', ''))
    : true;
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function cuesByFirstWord(): ReadonlyMap<string, readonly Cue[]> {
  const cues = new Map<string, Cue[]>();
  for (const { kind, minDigits, spaced = false, cues: listed } of IDENTIFIER_CUES) {
    for (const cue of listed.split(',')) {
      const words = cue.replace(/'/gu, ' ').split(/[ /-]/u);
      const first = words[0] ?? '';
      cues.set(first, [...(cues.get(first) ?? []), { words, kind, minDigits, spaced }]);
    }
  }
  for (const listed of cues.values()) listed.sort((a, b) => b.words.length - a.words.length);
  return cues;
}
