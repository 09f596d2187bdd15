import { once, readLexicon } from '../../../language/read-lexicon.ts';
import { PiiKind, type PiiSpan, type ReadText } from './find-names.ts';

interface Form {
  kind: PiiKind;
  pattern: RegExp;
  /** What must be somewhere in the text: cheaper to look for than the form. */
  needs?: RegExp;
  /** Whether what has the form is one: by its check digits, or by what stands before it. */
  holds?: (found: string, before: string) => boolean;
}

/** A line for everybody is nobody's number. */
const PUBLIC_LINE =
  /(?:poison|hotline|helpline|crisis|lifeline|emergency|duong day nong|tong dai|cap cuu)[^\n]{0,30}$/u;
/** Somebody is to be called, a few words before. */
const CALLING =
  /\b(?:phone|telephone|tel|call|calling|dial|ring|text|sms|mobile|cell|contact|reach|voicemail|whatsapp|my number|number is|number:|dien thoai|sdt|lien he|goi)\b[^\d\n]{0,40}$|(?<![\p{L}\p{N}])[ptmfohc] ?[:.] ?$/u;
const NUMBERED_PART = /(?:section|version|chapter|protocol|part|phan|muc|ec|v)[\s.]{0,2}$/u;

const isPrivateLine = (_: string, before: string) => !PUBLIC_LINE.test(before);
const digitsOf = (found: string) => found.replace(/\D/gu, '');

/** What names a person by its form alone. */
const FORMS: readonly Form[] = [
  {
    kind: 'EMAIL',
    needs: /@/u,
    pattern: /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/gu,
  },
  {
    kind: 'URL',
    needs: /:\/\/|www\./iu,
    pattern: /(?:https?:\/\/|www\.)[^\s<>"'()[\]\u2588]{3,300}(?<![.,;:!?])/giu,
  },
  {
    kind: 'IP',
    needs: /\d\.\d{1,3}\.\d/u,
    pattern: /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d]|\.\d)/gu,
    holds: (found, before) =>
      found.split('.').every((part) => Number(part) < 256) && !NUMBERED_PART.test(before),
  },
  {
    kind: 'IP',
    needs: /[\da-f]:[\da-f:]/iu,
    pattern: /(?<![\p{L}\p{N}:])(?:[\da-f]{1,4}:){2,7}(?::?[\da-f]{1,4}){1,7}(?![\p{L}\p{N}:])/giu,
    holds: (found) => found.includes('::') || found.split(':').length === 8,
  },
  {
    kind: 'ACCOUNT',
    needs: /[A-Z]{2}\d{2} ?[A-Z\d]{4}/u,
    pattern: /(?<![\p{L}\p{N}.])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?![\p{L}\p{N}])/gu,
    holds: isIban,
  },
  {
    kind: 'ACCOUNT',
    needs: /[2-6]\d{3}[ -]?\d{2}/u,
    pattern: /(?<![\p{L}\p{N}.])[2-6]\d{3}(?:[ -]?\d{2,6}){2,4}(?![\p{L}\p{N}])/gu,
    holds: isCardNumber,
  },
  {
    kind: 'NATIONAL_ID',
    needs: /\d-\d{2}-\d{4}/u,
    pattern: /(?<![\p{L}\p{N}.-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\p{L}\p{N}-])/gu,
  },
  {
    kind: 'NATIONAL_ID',
    needs: /0\d{11}/u,
    pattern: /(?<![\p{L}\p{N}.,-])0\d{11}(?![\p{L}\p{N}]|[.,]\d)/gu,
    holds: isCitizenId,
  },
  {
    kind: 'INSURANCE',
    needs: /[A-Z]{2} ?[1-5] ?\d{2}/u,
    pattern: /(?<![\p{L}\p{N}])[A-Z]{2} ?[1-5] ?\d{2} ?\d{2} ?\d{3} ?\d{5}(?![\p{L}\p{N}])/gu,
  },
  {
    kind: 'VEHICLE',
    needs: /[A-Z][A-Z\d]?[ -]\d{3}/u,
    pattern: /(?<![\p{L}\p{N}.-])[1-9]\d-?[A-Z][A-Z\d]?[ -]\d{3}(?:\.\d{2}|\d{1,2})(?![\p{L}\p{N}])/gu,
  },
  {
    kind: 'PHONE',
    needs: /\+\d/u,
    pattern:
      /(?<![\p{L}\p{N}])\+\d{1,3}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d{1,4}(?:[ .-]?\d{2,4}){2,4}(?: ?(?:x|ext\.?) ?\d{1,5})?(?![\p{L}\p{N}])/gu,
    holds: isPrivateLine,
  },
  {
    kind: 'PHONE',
    needs: /\d{3}[ .-]\d{4}/u,
    pattern:
      /(?:(?<![\p{L}\p{N}.+-])(?:00)?1[ .-])?(?:\(\d{3}\) ?|(?<![\p{L}\p{N}.-]|(?<!\d)\d,)\d{3}[.-]|(?<=1[ .-])\d{3}[ .-])\d{3}[ .-]\d{4}(?: ?(?:x|ext\.?) ?\d{1,5})?(?![\p{L}\p{N}])/gu,
    holds: isPrivateLine,
  },
  {
    kind: 'PHONE',
    needs: /0\d{1,4}\)?[ .-]?\d{2}/u,
    pattern:
      /(?<![\p{L}\p{N}.+-]|(?<!\d)\d,|\d )(?:\(0\d{1,4}\)|0\d{1,4})(?:[ .-]?\d{2,4}){2,5}(?![\p{L}\p{N}]|\.\d|,\d{1,3}(?!\d))/gu,
    holds: (found, before) => {
      const { length } = digitsOf(found);
      return length >= 9 && length <= 11 && isPrivateLine(found, before);
    },
  },
  {
    kind: 'PHONE',
    pattern:
      /(?<![\p{L}\p{N}.+-])\(?\d{2,5}\)?(?:[ .-]{1,2}\(?\d{2,8}\)?){1,5}(?: ?(?:x|ext\.?) ?\d{1,5})?(?![\p{L}\p{N}]|[.,]\d)/gu,
    holds: (found, before) => {
      const { length } = digitsOf(found);
      return length >= 6 && length <= 15 && CALLING.test(before) && isPrivateLine(found, before);
    },
  },
];

/** Addresses and numbers that have the form of nothing else. */
export function findForms({ text, folded }: ReadText): PiiSpan[] {
  return FORMS.filter(({ needs }) => needs?.test(text) ?? true).flatMap(({ kind, pattern, holds }) =>
    [...text.matchAll(pattern)]
      .filter(({ 0: found, index }) => holds?.(found, folded.slice(Math.max(0, index - 60), index)) ?? true)
      .map(({ 0: found, index }) => ({ kind, start: index, end: index + found.length })),
  );
}

interface Cue {
  words: readonly string[];
  kind: PiiKind;
  minDigits: number;
  spaced: boolean;
}

/** Cues by their first word, the longest first. */
const cuesOf = once(cuesByFirstWord);

/** What may stand between a cue and its number. */
const BETWEEN = new Set(
  (
    'is was are number numbers no num id of at on to the my me her his him your wife husband son daughter mother father ' +
    'a and it with this here for in s so ma la cua toi em cho con trai gai minh vo chong nhe xe may'
  ).split(' '),
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
    for (const cue of cuesOf().get(read.words[i]?.folded ?? '') ?? []) {
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
    ? /^[+(\d]/u.test(found) && digits <= 16 && !/[A-Za-z]{3}/u.test(found.replace('ext', ''))
    : true;
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function cuesByFirstWord(): ReadonlyMap<string, readonly Cue[]> {
  const cues = new Map<string, Cue[]>();
  for (const row of readLexicon('gates/identifier-cues', ['kind', 'min_digits', 'spaced', 'cue'])) {
    const words = row.cue.replace(/'/gu, ' ').split(/[ /-]/u);
    const first = words[0] ?? '';
    const cue = {
      words,
      kind: PiiKind.parse(row.kind),
      minDigits: Number(row.min_digits),
      spaced: row.spaced === 'yes',
    };
    cues.set(first, [...(cues.get(first) ?? []), cue]);
  }
  for (const listed of cues.values()) listed.sort((a, b) => b.words.length - a.words.length);
  return cues;
}

/** Luhn's sum, which every payment card ends in. */
export function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/gu, '');
  if (digits.length < 13 || digits.length > 19) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits.charAt(digits.length - 1 - i));
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** ISO 13616: the number read with its head at its end leaves 1 when divided by 97. */
export function isIban(text: string): boolean {
  const compact = text.replace(/ /gu, '');
  if (compact.length < 15 || compact.length > 34) return false;
  let rest = 0;
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

const LAST_PROVINCE = 96;

/** CCCD: province of birth (001–096), then century and sex (0–3 for those born in 1900–2099). */
export function isCitizenId(text: string): boolean {
  const province = Number(text.slice(0, 3));
  return province >= 1 && province <= LAST_PROVINCE && Number(text.charAt(3)) <= 3;
}
