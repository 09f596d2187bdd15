import { once, readLexicon } from '../../../language/read-lexicon.ts';
import { PiiKind, type PiiSpan, type ReadText } from './find-names.ts';
import { cues, mentionsPerson } from './known-names.ts';

/** Whether what has a form is one: by its digits, or by what stands before it. */
type Check = (found: string, before: string, read: ReadText) => boolean;

const CHECKS: Readonly<Record<string, Check>> = {
  '': () => true,
  octets: (found, before) =>
    found.split('.').every((part) => Number(part) < 256) && !cues().numbered_part.test(before),
  groups: (found) => found.includes('::') || found.split(':').length === 8,
  iban: isIban,
  card: isCardNumber,
  citizen: isCitizenId,
  line: isPrivateLine,
  'national-line': (found, before) => isPrivateLine(found, before) && hasDigits(found, 9, 11),
  'called-line': (found, before) =>
    hasDigits(found, 6, 15) && cues().calling.test(before) && isPrivateLine(found, before),
  // A line of nothing else: not two years, a date or a column of values.
  'lone-line': (found, before) =>
    hasDigits(found, 7, 15) && !DATE.test(found) && !YEARS.test(found) && isPrivateLine(found, before),
  day: isPersonalDay,
  // "Over 90 years": a limit, not a person.
  age: (_, before) => !cues().limit.test(before),
};

/** What names a person by its form: numbers, addresses of the net, days of a life, ages of 90 and more. */
const forms = once(() =>
  readLexicon('gates/identifier-forms', ['kind', 'reads', 'check', 'needs', 'pattern']).map((row) => {
    const check = CHECKS[row.check];
    if (!check) throw new Error(`identifier-forms.tsv has a check that nothing does: ${row.check}`);
    return {
      kind: PiiKind.parse(row.kind),
      isFolded: row.reads === 'folded',
      check,
      /** What must be somewhere in the text: cheaper to look for than the form. */
      needs: new RegExp(row.needs, 'u'),
      pattern: new RegExp(row.pattern, 'gu'),
    };
  }),
);

export function findForms(whole: ReadText): PiiSpan[] {
  const { text, folded } = whole;
  return forms().flatMap(({ kind, isFolded, check, needs, pattern }) => {
    const read = isFolded ? folded : text;
    if (!needs.test(read)) return [];
    return [...read.matchAll(pattern)]
      .filter(({ 0: found, index }) => check(found, folded.slice(Math.max(0, index - 60), index), whole))
      .map(({ 0: found, index }) => ({ kind, start: index, end: index + found.length }));
  });
}

/** A line for everybody is nobody's number. */
function isPrivateLine(_: string, before: string): boolean {
  return !cues().public_line.test(before);
}

function hasDigits(found: string, least: number, most: number): boolean {
  const { length } = found.replace(/\D/gu, '');
  return length >= least && length <= most;
}

const WITH_YEAR = /\d{4}|\d\/\d{1,2}\/\d{2}/u;
const YEARS = /^\(?(?:19|20)\d\d\D+(?:19|20)\d\d\)?$/u;
/** Day, month and year in figures: in a message that speaks of somebody it is theirs, however far from the one it is about. */
const IN_FIGURES = /^(?:\d{4}\D\d{1,2}\D\d{1,2}|\d{1,2}\D\d{1,2}\D\d{4})(?:\D|$)/u;

/** Dates tied to a person: birth, admission, discharge, death, and the days of their story. */
function isPersonalDay(found: string, before: string, { text, folded }: ReadText): boolean {
  if (cues().record_day.test(before) && /\bname ?:/u.test(folded)) return true;
  if (cues().impersonal.test(before)) return false;
  if (cues().personal_day.test(before) || (WITH_YEAR.test(found) && cues().somebody.test(before)))
    return true;
  return IN_FIGURES.test(found) && mentionsPerson(text);
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
      // A quantity is nobody's number, whatever stands before it.
      if (cues().unit_after.test(read.folded.slice(start + found.length, start + found.length + 10)))
        return null;
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
  const byWord = new Map<string, Cue[]>();
  for (const row of readLexicon('gates/identifier-cues', ['kind', 'min_digits', 'spaced', 'cue'])) {
    const words = row.cue.replace(/'/gu, ' ').split(/[ /-]/u);
    const first = words[0] ?? '';
    const cue = {
      words,
      kind: PiiKind.parse(row.kind),
      minDigits: Number(row.min_digits),
      spaced: row.spaced === 'yes',
    };
    byWord.set(first, [...(byWord.get(first) ?? []), cue]);
  }
  for (const listed of byWord.values()) listed.sort((a, b) => b.words.length - a.words.length);
  return byWord;
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
