import type { PlainForm } from './plain-form.ts';
import { LETTER_OF_LEET } from './tables/lookalikes.ts';

/** One word of a plain text: letters and digits, "l33t" read as letters, spelt-out letters as the word they spell. */
export interface Word {
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
export function wordsOf({ text }: PlainForm): Word[] {
  const words: Word[] = [];
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
function joinSpeltOut(words: Word[]): Word[] {
  const rows: Word[][] = [];
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

function isSpeltOn(word: Word | undefined, next: Word): boolean {
  return word?.text.length === 1 && next.text.length === 1 && next.start - word.end === 1;
}
