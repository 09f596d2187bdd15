import type { Language } from '../../../domain/language.ts';
import { anyOf, inFigures, PER_YEAR } from '../../../language/quantities/quantity-words.ts';
import type { Quantity } from '../../../language/quantities/read-quantities.ts';
import { isSameQuantity, readQuantities } from '../../../language/quantities/read-quantities.ts';
import { areOneSubject, subjectWords } from './compare-subjects.ts';
import { nameDifferentThings } from './read-labels.ts';
import { deniedIn, readStances, stanceConflict, withoutStance } from './read-stance.ts';

type ConflictKind = 'number' | 'date' | 'modality' | 'negation';

/** A statement and the language it is made in. */
export interface Said {
  text: string;
  language: Language;
}

/** How two statements contradict each other, or null: they agree, or speak of different things. */
export function detectConflict(a: Said, b: Said): ConflictKind | null {
  // Words alone do not tell whether two languages speak of one thing.
  if (a.language !== b.language || nameDifferentThings(a.text, b.text)) return null;
  const [readA, readB] = [readingOf(a), readingOf(b)];
  if (!areOneSubject(readA.words, readB.words)) return null;
  // What a formula defines stands first: nothing contradicts it but what defines the same.
  const isDefined = [a, b].some(({ text }) => FORMULA.test(text));
  if (isDefined && readA.words[0] !== readB.words[0]) return null;
  const byNumber = numberConflict(readA.numbers, readB.numbers);
  if (byNumber !== null) return byNumber;
  const [stanceA, stanceB] = readStances(a.text, b.text);
  const byStance = stanceConflict(stanceA, stanceB);
  // "May, at most so often" and "must, so long before" are two rules, not one that is both.
  const isLimit =
    (stanceA === 'may' && onlyIn(readA.numbers, readB.numbers).length > 0) ||
    (stanceB === 'may' && onlyIn(readB.numbers, readA.numbers).length > 0);
  if (byStance === 'modality') return isLimit ? null : byStance;
  return deniesAnother(a, readB.words) || deniesAnother(b, readA.words) ? null : byStance;
}

/** Whether a statement denies something that the other does not speak of: no top rating, after the same reminder. */
function deniesAnother({ text, language }: Said, spoken: readonly string[]): boolean {
  const denied = subjectWords(withoutStance(deniedIn(text)), language);
  const shared = denied.filter((word) => spoken.includes(word)).length;
  return denied.length > 1 && shared / denied.length <= SPOKEN_OF_ABOVE;
}

interface Reading {
  words: readonly string[];
  numbers: readonly Measured[];
}

/** Of what one statement denies the other must speak of more than this share. */
const SPOKEN_OF_ABOVE = 0.5;
const READ = new WeakMap<Said, Reading>();

/** Each statement is compared with many others, and read once. */
function readingOf(said: Said): Reading {
  const known = READ.get(said);
  if (known) return known;
  const { language } = said;
  const text = said.text.split(LIST)[0] ?? said.text;
  const quantities = readQuantities(text, language);
  const written = inFigures(text, language);
  let rest = written;
  for (const { start, end } of quantities)
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  const words = subjectWords(withoutStance(rest.replace(PERIOD, ' ')), language);
  const reading = { words, numbers: quantities.map((quantity) => measured(quantity, written)) };
  READ.set(said, reading);
  return reading;
}

/** A number, the word after it where no unit says what it counts, and how it lies to what it is told of. */
interface Measured extends Quantity {
  noun: string | null;
  place: 'from' | 'until' | 'within' | 'ahead' | null;
  /** The stretch of time it is told for: 8 hours a day. */
  per: number | null;
}

/** Letters between a number and the stretch of time it is told for. */
const NEAR = 20;
/** After a colon stands what was counted: of other things there may be another number. */
const LIST = /: (?=\p{L}[^:]*,)/u;
const FORMULA = /(?<!\p{L})(?:divided by|multiplied by|chia cho|nhân với)(?!\p{L})/iu;
const DATES = new Set(['clock', 'calendar', 'day of month', 'weekday']);
const PERIOD = new RegExp(
  `(?<!\\p{L})(?:(?:in )?(?:a|an|per|each|every|one)|(?:trong )?(?:một|mỗi)) (${anyOf(PER_YEAR)})(?!\\p{L})`,
  'giu',
);
const AHEAD = /^ {0,3}(?:trước|in advance|ahead|beforehand|before|prior)(?!\p{L})/iu;
const PLACES: readonly (readonly [NonNullable<Measured['place']>, RegExp])[] = [
  ['from', /(?<!\p{L})(?:from|since|opens?(?: at)?|starts?(?: at)?|begins?(?: at)?|từ)(?: ngày| lúc)? $/iu],
  ['until', /(?<!\p{L})(?:until|till|to|closes?(?: at)?|ends?(?: at)?|đến|tới)(?: ngày| lúc)? $/iu],
  ['within', /(?<!\p{L})(?:within|no later than|in|trong|trong vòng|chậm nhất)(?: \p{L}+)? $/iu],
  ['ahead', /(?<!\p{L})trước(?: (?:ít nhất|tối thiểu))? $/iu],
];

function measured(quantity: Quantity, written: string): Measured {
  const [before, after] = [written.slice(0, quantity.start), written.slice(quantity.end)];
  const noun = quantity.unit === '' ? (/^\s*(\p{L}+?)s?(?!\p{L})/u.exec(after)?.[1] ?? null) : null;
  const place = AHEAD.test(after) ? 'ahead' : (PLACES.find(([, cue]) => cue.test(before))?.[0] ?? null);
  const [period] = [...after.matchAll(PERIOD)].filter(({ index }) => index <= NEAR);
  const per = PER_YEAR[period?.[1]?.toLowerCase() ?? ''] ?? null;
  return { ...quantity, noun: noun?.toLowerCase() ?? null, place, per };
}

/** Both measure the same, and neither's figure is the other's. */
function numberConflict(a: readonly Measured[], b: readonly Measured[]): ConflictKind | null {
  const [onlyA, onlyB] = [onlyIn(a, b), onlyIn(b, a)];
  const differing = onlyA.filter((one) => onlyB.some((other) => measureAlike(one, other)));
  const kinds = new Set(differing.map(({ dimension }) => dimension));
  // On other days other numbers: those are two cases.
  const isOtherDay = [...onlyA, ...onlyB].some(({ dimension }) => dimension === 'weekday');
  if (kinds.size === 0 || (isOtherDay && (kinds.size > 1 || !kinds.has('weekday')))) return null;
  return [...kinds].every((kind) => DATES.has(kind)) ? 'date' : 'number';
}

function onlyIn(mine: readonly Measured[], others: readonly Measured[]): Measured[] {
  return mine.filter((one) => !others.some((other) => isSameQuantity(one, other)));
}

/** When something begins says nothing of when it ends, and 24 seats nothing of 6 computers. */
function measureAlike(a: Measured, b: Measured): boolean {
  const isOneOf = <Value>(one: Value | null, other: Value | null) =>
    one === null || other === null || one === other;
  return (
    a.dimension === b.dimension &&
    isOneOf(a.noun, b.noun) &&
    isOneOf(a.place, b.place) &&
    isOneOf(a.per, b.per)
  );
}
