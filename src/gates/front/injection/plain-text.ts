import { once, readLexicon } from '../../../language/read-lexicon.ts';

/** A text as a reader would hear it, and for each of its characters where it stood. */
export interface PlainForm {
  text: string;
  offsets: Int32Array;
}

/** Marks that are not seen: they tear words apart for a program and for nobody else. */
const UNSEEN = /[\p{Cf}\p{Mn}\p{Me}\u115f\u1160\u3164\uffa0]/u;
const LATIN_EXTRAS = 'đ=d ß=ss ø=o ł=l ’=\' ‘=\' “=" ”="';
/** Letters of other scripts, and marks, by the Latin letters that they pass for. */
const latinOf = once(() => {
  const pairs = LATIN_EXTRAS.split(' ').map((pair): [string, string] => [pair.charAt(0), pair.slice(2)]);
  for (const { latin, letters } of readLexicon('lookalikes', ['latin', 'letters'])) {
    pairs.unshift(...[...letters].map((letter): [string, string] => [letter, latin]));
  }
  return new Map(pairs);
});
/** Digits and signs that stand for letters in "l33t" words. */
const LETTER_OF_LEET: ReadonlyMap<string, string> = new Map(
  '0o 1i 3e 4a 5s 7t @a $s'.split(' ').map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

/** One lower-case form: compatibility letters, lookalikes and marks folded, unseen characters gone. */
export function plainForm(original: string): PlainForm {
  let text = '';
  const offsets: number[] = [];
  for (let i = 0; i < original.length; ) {
    const code = original.codePointAt(i) ?? 0;
    const length = code > 0xffff ? 2 : 1;
    const folded = code < 128 ? lowerAscii(code) : foldCharacter(String.fromCodePoint(code));
    for (let k = 0; k < folded.length; k++) offsets.push(i);
    text += folded;
    i += length;
  }
  offsets.push(original.length);
  return { text, offsets: Int32Array.from(offsets) };
}

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code).toLowerCase());
const lowerAscii = (code: number) => ASCII[code] ?? '';

/** Few characters make up a text: each is folded once. */
const folded = new Map<string, string>();
const MAX_REMEMBERED = 4_000;

function foldCharacter(character: string): string {
  const known = folded.get(character);
  if (known !== undefined) return known;
  const result = fold(character);
  if (folded.size < MAX_REMEMBERED) folded.set(character, result);
  return result;
}

function fold(character: string): string {
  let result = '';
  for (const part of character.normalize('NFKD').toLowerCase().normalize('NFKD')) {
    if (!UNSEEN.test(part)) result += latinOf().get(part) ?? part;
  }
  return result;
}

/** One word of a plain text: letters and digits, "l33t" read as letters, spelt-out letters as the word they spell. */
export interface SpokenWord {
  text: string;
  start: number;
  end: number;
  /** Which sentence it stands in, counted from 0. */
  sentence: number;
  /** The first sign after it, white space aside: ':' in "note:". */
  sign: string;
}

const WORD = /[\p{L}\p{N}@$]+/gu;
const MIXED = /^(?=.*[a-z])[a-z]*[0-9@$][a-z0-9@$]*$/;
/** Fewer are initials or a grade: "T N M", "hepatitis B C". */
const MIN_SPELT_LETTERS = 4;

/** The words of a text in order, in one pass. */
export function wordsOf({ text }: PlainForm): SpokenWord[] {
  const words: SpokenWord[] = [];
  let sentence = 0;
  let last = 0;
  for (const { 0: found, index } of text.matchAll(WORD)) {
    const between = text.slice(last, index);
    if (words.length > 0 && endsSentence(between)) sentence += 1;
    const previous = words.at(-1);
    if (previous) previous.sign = between.trimStart()[0] ?? '';
    last = index + found.length;
    words.push({ text: unleet(found), start: index, end: last, sentence, sign: '' });
  }
  const final = words.at(-1);
  if (final) final.sign = text.slice(last).trimStart()[0] ?? '';
  return joinSpeltOut(words);
}

function endsSentence(between: string): boolean {
  const sign = between.trimStart()[0];
  return (sign === '.' || sign === '!' || sign === '?') && between.length > 1;
}

function unleet(word: string): string {
  if (!MIXED.test(word)) return word;
  let letters = '';
  for (const sign of word) letters += LETTER_OF_LEET.get(sign) ?? sign;
  return letters;
}

/** "i g n o r e  a l l" → "ignore", "all": single letters one sign apart, where one such row is long enough to be meant. */
function joinSpeltOut(words: SpokenWord[]): SpokenWord[] {
  const rows: SpokenWord[][] = [];
  for (const word of words) {
    const row = rows.at(-1);
    if (row && isSpeltOn(row.at(-1), word)) row.push(word);
    else rows.push([word]);
  }
  if (!rows.some((row) => row.length >= MIN_SPELT_LETTERS)) return words;
  return rows.map((row) =>
    row.reduce((whole, word) => ({ ...word, start: whole.start, text: whole.text + word.text })),
  );
}

function isSpeltOn(word: SpokenWord | undefined, next: SpokenWord): boolean {
  return word?.text.length === 1 && next.text.length === 1 && next.start - word.end === 1;
}
