import type { Language } from '../../../domain/language.ts';
import { anyOf, inFigures, PER_YEAR } from '../../../language/quantities/quantity-words.ts';
import {
  isSameQuantity,
  type Quantity,
  readQuantities,
} from '../../../language/quantities/read-quantities.ts';
import { once, readWordLists } from '../../../language/read-lexicon.ts';
import { analyzeText, stopWords } from '../../../language/search-terms/analyze-text.ts';
import { nameDifferentThings } from '../pick-sentences.ts';

/** Share of its words that the shorter statement has in common with the longer one. */
const SHARED_OF_SHORTER = 0.75;

/** And the longer one with it: a short rule is easily found within a long one on something else. */
const SHARED_OF_LONGER = 0.5;

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
  const byStance = stanceConflict(...readStances(a.text, b.text));
  const isOfAnother = deniesAnother(a, readB.words) || deniesAnother(b, readA.words);
  return byStance === 'negation' && isOfAnother ? null : byStance;
}

/** Of what one statement denies the other must speak of more than this share. */
const SPOKEN_OF_ABOVE = 0.5;

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

/** A number, whether something begins or ends with it, and the stretch of time it is told for: 8 hours a day. */
interface Measured extends Quantity {
  edge: 'begin' | 'end' | null;
  per: number | null;
}

/** Letters between a number and the stretch of time it is told for. */
const NEAR = 20;
/** After a colon stands what was counted: of other things there may be another number. */
const LIST = /: (?=\p{L}[^:]*,)/u;
const BEGINS = /(?<!\p{L})(?:from|since|từ)(?: ngày| lúc)? $/iu;
const ENDS = /(?<!\p{L})(?:until|till|to|đến|tới)(?: ngày| lúc)? $/iu;
const FORMULA = /(?<!\p{L})(?:divided by|multiplied by|chia cho|nhân với)(?!\p{L})/iu;
const DATES = new Set(['clock', 'calendar', 'day of month', 'weekday']);
const PERIOD = new RegExp(
  `(?<!\\p{L})(?:(?:in )?(?:a|an|per|each|every|one)|(?:trong )?(?:một|mỗi)) (${anyOf(PER_YEAR)})(?!\\p{L})`,
  'giu',
);

function measured(quantity: Quantity, written: string): Measured {
  const before = written.slice(0, quantity.start);
  const edge = BEGINS.test(before) ? 'begin' : ENDS.test(before) ? 'end' : null;
  const periods = [...written.slice(quantity.end).matchAll(PERIOD)].filter(({ index }) => index <= NEAR);
  return { ...quantity, edge, per: PER_YEAR[periods[0]?.[1]?.toLowerCase() ?? ''] ?? null };
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

/** When something begins says nothing of when it ends, and 12 hours a day nothing of hours a week. */
function measureAlike(a: Measured, b: Measured): boolean {
  const isOneOf = <Value>(one: Value | null, other: Value | null) =>
    one === null || other === null || one === other;
  return a.dimension === b.dimension && isOneOf(a.edge, b.edge) && isOneOf(a.per, b.per);
}

/** Whether two statements of one language are about the same thing, by their words and the order of them. */
function areOneSubject(a: readonly string[], b: readonly string[]): boolean {
  const [setA, setB] = [new Set(a), new Set(b)];
  const shared = [...setA].filter((word) => setB.has(word)).length;
  const [shorter, longer] = [Math.min(setA.size, setB.size), Math.max(setA.size, setB.size)];
  if (shorter === 0 || shared / shorter < SHARED_OF_SHORTER || shared / longer < SHARED_OF_LONGER)
    return false;
  // Said alike but for a word in the same place: social insurance and health insurance.
  return exchangedWords(a, b) === 0;
}

/** The words of a text that name something, in order. */
function subjectWords(text: string, language: Language): string[] {
  // In Vietnamese the syllables as written; pairs and unmarked forms would count each word three times.
  const words =
    language === 'en'
      ? analyzeText(text, 'en')
      : (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => !stopWords().vi.has(word));
  return words.filter((word) => !/^\d/u.test(word));
}

/** Places between the words that two statements hold in the same order where each says something else. */
function exchangedWords(a: readonly string[], b: readonly string[]): number {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  // The longest run of words that both hold in the same order. Sentences are short: quadratic is fine.
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row) row[j] = a[i] === b[j] ? 1 + at(i + 1, j + 1) : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  // A word that the other says elsewhere was moved, not exchanged.
  const [inA, inB] = [new Set(a), new Set(b)];
  let [i, j, exchanged, ownA, ownB] = [0, 0, 0, 0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      if (ownA > 0 && ownB > 0) exchanged += 1;
      [ownA, ownB] = [0, 0];
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      if (!inB.has(a[i] ?? '')) ownA += 1;
      i += 1;
    } else {
      if (!inA.has(b[j] ?? '')) ownB += 1;
      j += 1;
    }
  }
  return ownA > 0 && ownB > 0 ? exchanged + 1 : exchanged;
}

/** Whether something is demanded, left open, allowed, forbidden, or just said, or denied. */
type Stance = 'must' | 'optional' | 'may' | 'must-not' | 'says' | 'denies';

/** The most telling first: "must not" is no "must". */
const STANCES = ['optional', 'must-not', 'denies', 'must', 'may'] as const;

/** The words of modality and negation in both languages. A limit denies nothing: what is beyond it is another matter. */
const stanceWords = once(() => {
  const lists = readWordLists('language/stances', 'phrase', [...STANCES, 'limit']);
  return {
    stances: STANCES.map((stance) => [stance, anyPhrase(lists[stance])] as const),
    limits: anyPhrase(lists.limit),
  };
});
const CONTRACTED = /n['’]t(?!\p{L})/giu;

/** How two statements are meant, each by the words that the other does not use too: "unused" leave is not denied. */
function readStances(a: string, b: string): [Stance, Stance] {
  const [cuesA, cuesB] = [cuesIn(a), cuesIn(b)];
  return [stanceOf(without(cuesA, cuesB)), stanceOf(without(cuesB, cuesA))];
}

/** A sentence without the words that say how it is meant: what is left tells what it is about. */
function withoutStance(sentence: string): string {
  return stanceWords().stances.reduce((rest, [, pattern]) => rest.replace(pattern, ' '), plainly(sentence));
}

/** How two stances on one thing are at odds, if they are. */
function stanceConflict(a: Stance, b: Stance): 'modality' | 'negation' | null {
  const pair = new Set([a, b]);
  // What is forbidden and what is not done agree; so do what is left open and what is allowed, or not done.
  if (pair.size === 1 || (isNo(a) && isNo(b))) return null;
  if (pair.has('must-not')) return 'negation';
  if (pair.has('denies')) return pair.has('optional') ? null : 'negation';
  if (pair.has('optional')) return pair.has('must') ? 'modality' : null;
  return pair.has('must') && pair.has('may') ? 'modality' : null;
}

/** What follows the first word of denial, as far as its clause goes; nothing where nothing is denied. */
function deniedIn(sentence: string): string {
  const plain = plainly(sentence);
  const denials = stanceWords()
    .stances.filter(([stance]) => isNo(stance))
    .map(([, pattern]) => plain.search(pattern));
  const start = Math.min(...denials.filter((at) => at !== -1));
  return plain.slice(start).split(/[,;]/u)[0] ?? '';
}

type Cue = Readonly<{ stance: Stance; phrase: string }>;

function cuesIn(sentence: string): Cue[] {
  let plain = plainly(sentence);
  return stanceWords().stances.flatMap(([stance, pattern]) => {
    const found = [...plain.matchAll(pattern)].map(([phrase]) => ({ stance, phrase: phrase.toLowerCase() }));
    plain = plain.replace(pattern, ' ');
    return found;
  });
}

function without(cues: readonly Cue[], others: readonly Cue[]): Cue[] {
  const left = others.map(({ phrase }) => phrase);
  return cues.filter(({ phrase }) => {
    const at = left.indexOf(phrase);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

function stanceOf(cues: readonly Cue[]): Stance {
  return stanceWords().stances.find(([stance]) => cues.some((cue) => cue.stance === stance))?.[0] ?? 'says';
}

function isNo(stance: Stance): boolean {
  return stance === 'must-not' || stance === 'denies';
}

function plainly(sentence: string): string {
  return sentence.normalize('NFC').replace(CONTRACTED, ' not').replace(stanceWords().limits, ' ');
}

/** Any of these, as whole words, the longest first. */
function anyPhrase(phrases: ReadonlySet<string>): RegExp {
  const all = [...phrases].sort((a, b) => b.length - a.length);
  return new RegExp(`(?<!\\p{L})(?:${all.join('|')})(?!\\p{L})`, 'giu');
}
