import type { Language } from '../../../domain/language.ts';
import { analyzeText } from '../../../retrieval/analysis/analyze-text.ts';
import { STOP_WORDS } from '../../../retrieval/analysis/stop-words.ts';
import { compareOrder } from './compare-order.ts';
import { CONTRASTS, SPECIAL_CASES } from './contrasts.ts';
import { type Quantity, readQuantities } from './read-quantities.ts';
import { readStance, stanceConflict } from './read-stance.ts';

export type ConflictKind = 'number' | 'date' | 'modality' | 'negation';

/** Share of the shorter statement's words that the other must hold for both to be about one thing. */
const MIN_SHARED = 0.5;
/** Words that each may have to itself before the two are about different things. */
const MAX_OWN_SHARE = 0.34;

/** From this share of words in the same order two statements are made alike, and a word exchanged tells them apart. */
const ALIKE_FROM = 0.5;
const ONE_THING_FROM = 0.75;

const DATES = new Set(['clock', 'calendar', 'day of month']);
/** What a number after it names rather than measures: grade 3 and grade 4 are two things. */
const LABEL =
  /(?<!\p{L})(?:[Gg]rade|[Ss]everity|[Ll]evel|[Rr]oute|[Rr]oom|[Gg]ate|[Tt]ype|[Cc]lass|[Rr]ated|[Bb]ậc|[Mm]ức|[Tt]uyến|[Pp]hòng|[Cc]ổng|[Ll]oại|[Hh]ạng) (\p{Lu}?\d+|\p{Lu})(?![\p{L}\p{N}])|(?<!\p{L})(?:[Nn]ăm|[Ii]n) \d{4}(?!\d)/gu;
/** Say how something is meant, not what it is about. */
const FRAME = new Set(
  analyzeText(
    'must may required optional compulsory mandatory forbidden allowed prohibited least most maximum minimum within exceed wish',
    'en',
  ).concat(
    'tối đa thiểu ít nhất quá dưới vòng phép cấm nghiêm bắt buộc thể chưa đủ hết vượt việc'.split(' '),
  ),
);

/** Whom every rule is for: said or left unsaid, it is the same rule. */
const STAFF = /(?<!\p{L})(?:nhân viên|staff|employees?|colleagues?)(?!\p{L})/giu;
/** Words for one thing. */
const SAME = new Map([
  ['trễ', 'muộn'],
  ['khoá', 'khóa'],
]);

/** How two statements contradict each other, or null: they agree, or speak of different cases. */
export function detectConflict(a: string, b: string, language: Language): ConflictKind | null {
  if (nameDifferentThings(a, b) || nameDifferentCases(a, b)) return null;
  const [numbersA, numbersB] = [readQuantities(a, language), readQuantities(b, language)];
  const [wordsA, wordsB] = [subjectOf(a, numbersA, language), subjectOf(b, numbersB, language)];
  const [setA, setB] = [new Set(wordsA), new Set(wordsB)];
  const shared = [...setA].filter((word) => setB.has(word)).length;
  const smaller = Math.min(setA.size, setB.size);
  if (smaller === 0 || shared / smaller < MIN_SHARED) return null;
  const { common, exchanged } = compareOrder(wordsA, wordsB);
  // Said alike but for a word in the same place: social insurance and health insurance.
  if (exchanged > 0 && common / Math.min(wordsA.length, wordsB.length) >= ALIKE_FROM) return null;
  const ownShare = Math.min(1 - shared / setA.size, 1 - shared / setB.size);
  if (ownShare > MAX_OWN_SHARE) return null;
  const byNumber = quantityConflict(numbersA, numbersB);
  if (byNumber !== null) return byNumber;
  // What is demanded of one thing and denied of another are told apart by their words alone: they must be the same.
  const isOneThing = shared / smaller >= ONE_THING_FROM && exchanged === 0;
  if (!isOneThing) return null;
  const [stanceA, stanceB] = [readStance(a), readStance(b)];
  const byStance = stanceConflict(stanceA, stanceB);
  // "May, at most so often" and "must, so long before" are two rules, not one that is both.
  const [allowed, other] = stanceA === 'may' ? [numbersA, numbersB] : [numbersB, numbersA];
  const isLimit = allowed.some((one) => !other.some((two) => same(one, two)));
  return byStance === 'modality' && isLimit ? null : byStance;
}

/** Both measure the same, and neither's figure is the other's. */
function quantityConflict(a: readonly Quantity[], b: readonly Quantity[]): ConflictKind | null {
  const only = (mine: readonly Quantity[], others: readonly Quantity[]) =>
    mine.filter((one) => !others.some((other) => same(one, other)));
  const [onlyA, onlyB] = [only(a, b), only(b, a)];
  const pair = onlyA.find((one) => onlyB.some(({ dimension }) => dimension === one.dimension));
  if (!pair) return null;
  return DATES.has(pair.dimension) ? 'date' : 'number';
}

function same(a: Quantity, b: Quantity): boolean {
  return a.dimension === b.dimension && Math.abs(a.value - b.value) < 1e-9 * Math.max(1, Math.abs(a.value));
}

/** What a statement is about: its words in order, without numbers, units and what says how it is meant. */
function subjectOf(sentence: string, quantities: readonly Quantity[], language: Language): string[] {
  let rest = sentence.replace(STAFF, (all) => ' '.repeat(all.length));
  for (const { start, end } of quantities)
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  // In Vietnamese the syllables as written; pairs and unmarked forms would count each word three times.
  const words =
    language === 'en'
      ? analyzeText(rest, 'en')
      : (
          rest
            .normalize('NFC')
            .toLowerCase()
            .match(/\p{L}+/gu) ?? []
        ).filter((word) => !STOP_WORDS.vi.has(word));
  return words.filter((word) => !FRAME.has(word) && !/^\d/u.test(word)).map((word) => SAME.get(word) ?? word);
}

/** Grade 2 and grade 3, severity 1 and severity 2: by their number two things. */
export function nameDifferentThings(a: string, b: string): boolean {
  return differ(labelsIn(a), labelsIn(b));
}

function labelsIn(text: string): Set<string> {
  return new Set([...text.matchAll(LABEL)].map(([all]) => all.toLowerCase()));
}

function differ(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size > 0 && b.size > 0 && ![...a].some((label) => b.has(label));
}

function nameDifferentCases(a: string, b: string): boolean {
  const [textA, textB] = [spaced(a), spaced(b)];
  const isSpecial = SPECIAL_CASES.some(
    (words) => textA.includes(` ${words} `) !== textB.includes(` ${words} `),
  );
  return (
    isSpecial ||
    CONTRASTS.some((cases) => {
      const named = (text: string) =>
        cases.flatMap((words, i) => (words.some((word) => text.includes(` ${word} `)) ? [i] : []));
      const [inA, inB] = [named(textA), named(textB)];
      return inA.length > 0 && inB.length > 0 && !inA.some((one) => inB.includes(one));
    })
  );
}

function spaced(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}
