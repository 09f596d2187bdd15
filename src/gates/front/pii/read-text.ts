import { z } from 'zod';
import { foldDiacritics } from '../../../language/fold-diacritics.ts';

/** What a token is called by: [NAME_1], [PHONE_2]. */
export const PiiKind = z.enum([
  ...([
    'NAME',
    'ADDRESS',
    'DATE',
    'AGE',
    'PHONE',
    'FAX',
    'EMAIL',
    'NATIONAL_ID',
    'MRN',
    'INSURANCE',
  ] as const),
  ...(['ACCOUNT', 'LICENSE', 'VEHICLE', 'DEVICE', 'URL', 'IP', 'BIOMETRIC', 'ID'] as const),
]);
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

/** A Vietnamese word as it is written, and as it is typed without marks. */
export function bothForms(word: string): string[] {
  return [word, foldDiacritics(word)];
}
