import { z } from 'zod';
import { isDrugName } from '../../../language/drugs/drug-names.ts';
import { foldDiacritics } from '../../../language/fold-diacritics.ts';
import {
  cues,
  isFamily,
  isForeign,
  isGiven,
  isInstitution,
  isKnown,
  isOrdinaryWord,
  names,
  places,
} from './known-names.ts';

/** What a token is called by: [NAME_1], [PHONE_2]. */
export const PiiKind = z.enum([
  ...(['NAME', 'ADDRESS', 'DATE', 'AGE', 'PHONE', 'FAX', 'EMAIL', 'NATIONAL_ID', 'MRN'] as const),
  ...(['INSURANCE', 'ACCOUNT', 'LICENSE', 'VEHICLE', 'DEVICE', 'URL', 'IP', 'BIOMETRIC', 'ID'] as const),
]);

/** Names of people by their words, the words beside them, and what is said before them. */
export function findNames(read: ReadText): PiiSpan[] {
  const spans = spansOf('NAME', read, lastWordOfName);
  return [...spans, ...namesBeside(read, spans)];
}

/** The runs of words that begin at some word and go on to the `last`, where there is one; none within another. */
export function spansOf(
  kind: PiiKind,
  read: ReadText,
  last: (read: ReadText, first: number) => number | null,
): PiiSpan[] {
  const spans: PiiSpan[] = [];
  for (let i = 0; i < read.words.length; i++) {
    const end = last(read, i);
    if (end === null) continue;
    spans.push({ kind, start: read.words[i]?.start ?? 0, end: read.words[end]?.end ?? 0 });
    i = end;
  }
  return spans;
}

/** "Kovač and Ball": where one of two is a name, the other is too. */
function namesBeside(read: ReadText, found: readonly PiiSpan[]): PiiSpan[] {
  const edges = new Set(found.flatMap(({ start, end }) => [start, end]));
  return read.words.flatMap(({ folded }, and) => {
    const [left, right] = [read.words[and - 1], read.words[and + 1]];
    if (folded !== 'and' || !left || !right || read.gapAfter(and) !== ' ') return [];
    const other = edges.has(left.end) ? right : edges.has(right.start) ? left : null;
    if (!other?.capital || other.shouted || !(isKnown(other) || maybeName(other))) return [];
    return [{ kind: 'NAME' as const, start: other.start, end: other.end }];
  });
}

/** The index of the last word of the name that begins here, or null when none does. */
function lastWordOfName(read: ReadText, first: number): number | null {
  const word = read.words[first];
  if (!word || word.isNumber || (!word.capital && !isKnown(word))) return null;
  if (names().not_a_name.has(word.folded) && !names().ambiguous.has(word.folded)) return null;
  const cue = nameCueBefore(read, first);
  if (!word.capital) return lowercaseName(read, first, cue);
  const last = endOfNameRun(read, first, cue);
  if (last === null || touchesNumber(read, first, last)) return null;
  const run = read.words.slice(first, last + 1);
  if (cue === 'certain') return last;
  if (isInstitution(read, first, last) || isLargePlace(read, first, last)) return null;
  if (cue === 'none' && run.every(({ folded }) => names().eponym.has(folded))) return null;
  const holds =
    run.length === 1 ? isNameAlone(read, first, word, cue) : isNameTogether(read, first, run, cue);
  return holds || (run.every(maybeName) && isPerson(read, first, last)) ? last : null;
}

/** Told by what people alone do, have and are called: "said Takuda", "Kian's address", "Vala, can I …". */
function isPerson(read: ReadText, first: number, last: number): boolean {
  const [start, end] = [read.words[first]?.start ?? 0, read.words[last]?.end ?? 0];
  const after = read.folded.slice(end, end + 120);
  if (cues().person_before.test(read.folded.slice(Math.max(0, start - 40), start))) return true;
  if (cues().person_after.test(after)) return true;
  return startsSentence(read, first) && cues().addressed_after.test(after);
}

/** "Alexa488", "R26R-Confetti": a name stands free. */
function touchesNumber({ text, words }: ReadText, first: number, last: number): boolean {
  const [start, end] = [words[first]?.start ?? 0, words[last]?.end ?? 0];
  return (
    /\d|^-\d/u.test(text.slice(end, end + 2).replace(/^ .*/u, '')) ||
    /[\d\p{L}]-$|\d$/u.test(text.slice(Math.max(0, start - 2), start))
  );
}

/** "North Carolina", "Sierra Leone". */
function isLargePlace({ folded, words }: ReadText, first: number, last: number): boolean {
  const end = words[last]?.end ?? 0;
  const from = (index: number) => places().large.has(folded.slice(words[index]?.start ?? end, end));
  return (last > first && from(first)) || (first > 0 && from(first - 1));
}

function isNameAlone(read: ReadText, index: number, word: TextWord, cue: NameCue): boolean {
  if (cue === 'likely' && isKnown(word)) {
    return (
      (!names().eponym.has(word.folded) || names().family.has(word.folded)) &&
      !(word.shouted && word.text.length < 4)
    );
  }
  if (word.shouted || word.text.length < 3 || places().large.has(word.folded)) return false;
  if (isGiven(word) || isFamily(word)) return true;
  if (names().eponym.has(word.folded)) return false;
  return isForeign(word) && !/^(?:in|at|near|from)$/u.test(read.words[index - 1]?.folded ?? '');
}

function isNameTogether(read: ReadText, first: number, run: readonly TextWord[], cue: NameCue): boolean {
  const [head, tail] = [run[0], run.at(-1)];
  if (!head || !tail) return false;
  if (isGiven(head)) return true;
  const before = read.words[first - 1];
  if (before && names().eponym_cue.has(before.folded) && names().eponym.has(head.folded)) return false;
  const knownTail = isFamily(tail) || (names().family.has(tail.folded) && tail.text.length > 3);
  if (names().given.has(head.folded) || names().ambiguous.has(head.folded)) {
    if (knownTail || run.some(isGiven) || isForeign(tail) || cue !== 'none') return true;
    // "Cobb-Stainsby" is an operation.
    const isFree = names().given.has(head.folded) && read.gapAfter(first + run.length - 2) === ' ';
    return isFree && maybeName(tail) && !isKnown(tail);
  }
  if (cue === 'likely' && head.text.length > 1) return run.some((word) => isKnown(word));
  if (head.text.length === 1) return (knownTail || cue === 'likely') && read.gapAfter(first).startsWith('.');
  return isFamily(tail) && !names().eponym.has(head.folded) && !startsSentence(read, first) && !tail.shouted;
}

function startsSentence(read: ReadText, index: number): boolean {
  return index === 0 || /[.?!:\n"“]/u.test(read.gapAfter(index - 1));
}

const MAX_NAME_WORDS = 5;
/** Letters of Vietnamese alone: its names have rules of their own. */
const VIETNAMESE_LETTER = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu;

/** As far as capitalised words go that could be a name's. */
function endOfNameRun(read: ReadText, first: number, cue: NameCue): number | null {
  const head = read.words[first];
  if (!head || !couldBeName(head, cue)) return null;
  let last = first;
  while (last - first + 1 < MAX_NAME_WORDS) {
    const next = nextInRun(read, last);
    if (next === null) break;
    last = next;
  }
  return last;
}

function nextInRun(read: ReadText, last: number): number | null {
  const [word, next, after] = [read.words[last], read.words[last + 1], read.words[last + 2]];
  if (!word || !next) return null;
  const isInitial = word.text.length === 1;
  const gap = read.gapAfter(last);
  if (gap !== ' ' && gap !== '-' && !(isInitial && gap === '. ')) {
    return gap === ', ' && names().suffix.has(next.folded) && next.capital ? last + 1 : null;
  }
  if (next.capital)
    return couldBeName(next, 'none') && !names().eponym_noun.has(next.folded) ? last + 1 : null;
  if (!names().particle.has(next.folded) || gap !== ' ') return null;
  const joins = (index: number, found: TextWord | undefined) =>
    found?.capital === true && read.gapAfter(index) === ' ' && couldBeName(found, 'none');
  if (joins(last + 1, after)) return last + 2;
  const beyond = read.words[last + 3];
  return after && names().particle.has(after.folded) && joins(last + 2, beyond) ? last + 3 : null;
}

/** Capitals within a word, but for MacDonald and DeRose: a gene, an enzyme, a brand. */
const MIXED = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;
const JOINED = /^(?:Mac|Mc|De|La|Le|Van|Fitz|Di|Du|Al|O['’])\p{Lu}/u;

function couldBeName({ folded, isNumber, text }: TextWord, cue: NameCue): boolean {
  if (MIXED.test(text) && !JOINED.test(text)) return false;
  if (isNumber || (text.length === 1 && cue === 'none' && !/\p{Lu}/u.test(text))) return false;
  if (names().not_a_name.has(folded)) return cue === 'certain' && names().ambiguous.has(folded);
  return (
    !isDrugName(folded) &&
    (!places().large.has(folded) || names().given.has(folded)) &&
    !VIETNAMESE_LETTER.test(text)
  );
}

/** For all we know it names somebody: a name of the tables, or in no list of words. Not "I'm", but O'Brien. */
function maybeName(word: TextWord): boolean {
  const { text, folded, capital, shouted } = word;
  if (!capital || shouted || text.length < 3 || !couldBeName(word, 'none')) return false;
  if (names().eponym.has(folded) || names().title.has(folded) || /['’]\p{Ll}/u.test(text)) return false;
  return isKnown(word) || (text.length > 3 && !isOrdinaryWord(folded));
}

/** So many letters make a small-lettered word in a text without capitals a name. */
const MIN_LOWERCASE = 5;

/** In small letters only a given name beside a family name is sure, or a name that is no word at all. */
function lowercaseName(read: ReadText, first: number, cue: NameCue): number | null {
  const [word, next] = [read.words[first], read.words[first + 1]];
  if (!word || names().not_a_name.has(word.folded)) return null;
  const adjacent = next !== undefined && !next.capital && !next.isNumber && read.gapAfter(first) === ' ';
  const known =
    cue === 'none'
      ? isGiven(word)
      : isKnown(word) && !(cue === 'likely' && names().ambiguous.has(word.folded));
  if (!known || isInstitution(read, first, first)) return null;
  if (adjacent && !names().not_a_name.has(next.folded)) {
    const family = cue === 'none' ? isFamily(next) : names().family.has(next.folded);
    if (family && !isInstitution(read, first, first + 1)) return first + 1;
  }
  if (cue !== 'none') return first;
  return read.lowercase && word.text.length >= MIN_LOWERCASE ? first : null;
}

/** Certain: what follows with a capital is a name. Likely: it is one if it is known as one. */
type NameCue = 'certain' | 'likely' | 'none';

/** What the words before a word say about its being a name. */
function nameCueBefore(read: ReadText, index: number): NameCue {
  const [before, word] = [read.words[index - 1], read.words[index]];
  if (!before || !word) return 'none';
  const gap = read.gapAfter(index - 1);
  // MS is a disease and DR a diet: in capitals they are a title only before a name.
  if (names().title.has(before.folded))
    return /^\.? $/u.test(gap) ? (before.shouted ? 'likely' : 'certain') : 'none';
  const said = read.folded.slice(Math.max(0, word.start - 40), word.start);
  if (cues().name_certain.test(said)) return 'certain';
  if (names().relation.has(before.folded) && /^,? $/u.test(gap)) {
    return POSSESSIVE.test(read.words[index - 2]?.folded ?? '') ? 'certain' : 'none';
  }
  if (names().role.has(before.folded)) return /^[,:]? $/u.test(gap) ? 'likely' : 'none';
  return cues().name_likely.test(said) ? 'likely' : 'none';
}

const POSSESSIVE = /^(?:my|our|his|her|their|your)$/u;
const MIN_LETTERS = 4;

/** The parts of a name that come again by themselves: "John Carter … Later Carter said". */
export function repeatNames(read: ReadText, found: readonly PiiSpan[]): PiiSpan[] {
  if (found.length === 0) return [];
  const parts = new Set<string>();
  let name = 0;
  for (const { start, capital, folded } of read.words) {
    while (name < found.length && (found[name]?.end ?? 0) <= start) name++;
    const isPart = start >= (found[name]?.start ?? Number.POSITIVE_INFINITY);
    if (isPart && capital && folded.length >= MIN_LETTERS) parts.add(folded);
  }
  return read.words
    .filter(({ capital, shouted, folded }, index) => {
      if (!capital || shouted || !parts.has(folded)) return false;
      return (
        !names().ambiguous.has(folded) &&
        !names().not_a_name.has(folded) &&
        !isInstitution(read, index, index)
      );
    })
    .map(({ start, end }) => ({ kind: 'NAME' as const, start, end }));
}

export type PiiKind = z.infer<typeof PiiKind>;

/** A token, of this text or of one redacted before: [NAME_1], or [NAME_1b] for the same person in other words. */
export const TOKEN = /\[[A-Z][A-Z_]{1,15}_\d{1,6}[a-z]{0,3}\]/gu;

/** A piece of text that names a person. */
export interface PiiSpan {
  start: number;
  end: number;
  kind: PiiKind;
}

export interface TextWord {
  start: number;
  end: number;
  /** As it stands in the text. */
  text: string;
  /** In small letters, without marks and apostrophes. */
  folded: string;
  isNumber: boolean;
  /** Begins with a capital letter. */
  capital: boolean;
  /** Two letters or more, all of them capitals. */
  shouted: boolean;
}

/** A text read once, for all that look for a person in it. */
export interface ReadText {
  text: string;
  /** In small letters and without marks, character for character as long as the text. */
  folded: string;
  words: readonly TextWord[];
  /** No capital letter at all: capitals then say nothing about names. */
  lowercase: boolean;
  /** What stands between a word and the next. */
  gapAfter(index: number): string;
}

const WORD = /\p{L}[\p{L}\p{M}]*(?:['’](?![sS](?![\p{L}]))[\p{L}\p{M}]{1,30})?|\d+/gu;

/** Letters that are no letter with a mark, to those who type without them. */
const PLAIN: ReadonlyMap<string, string> = new Map(
  'øo łl ðd ıi æa þt åa œo'.split(' ').map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

const foldedCharacters = new Map<string, string>();

export function readText(text: string): ReadText {
  const folded = foldInPlace(text);
  const words: TextWord[] = [];
  for (const { 0: found, index } of text.matchAll(WORD)) {
    const first = found.charAt(0);
    const capital = first !== first.toLowerCase();
    words.push({
      start: index,
      end: index + found.length,
      text: found,
      folded: folded.slice(index, index + found.length).replace(/['’\p{M}]/gu, ''),
      isNumber: first >= '0' && first <= '9',
      capital,
      shouted: capital && found.length > 1 && found === found.toUpperCase(),
    });
  }
  return {
    text,
    folded,
    words,
    lowercase: !words.some(({ capital }) => capital),
    gapAfter: (index) => text.slice(words[index]?.end ?? text.length, words[index + 1]?.start ?? text.length),
  };
}

/** Folds each character by itself, so that a place in the folded text is the same place in the text. */
function foldInPlace(text: string): string {
  if (!/[^\p{ASCII}]/u.test(text)) return text.toLowerCase();
  let folded = '';
  for (let i = 0; i < text.length; i++) folded += foldCharacter(text.charAt(i));
  return folded;
}

function foldCharacter(character: string): string {
  if (character < '\u0080') return character.toLowerCase();
  const known = foldedCharacters.get(character);
  if (known !== undefined) return known;
  const lower = character.toLowerCase();
  const plain = PLAIN.get(lower) ?? foldDiacritics(lower);
  const folded = plain.length === 1 ? plain : character;
  foldedCharacters.set(character, folded);
  return folded;
}
