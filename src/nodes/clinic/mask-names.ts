import { foldDiacritics } from '../../domain/fold-diacritics.ts';

/** What looks like a number of a hospital's record: GAL-0001, however it is typed. */
const RECORD_NUMBER = /(?<![\p{L}\p{N}-])[A-Z]{2,5}-\d{3,10}(?![\p{L}\p{N}])/giu;
const WORD = /[\p{L}\p{M}]+/gu;
/** Between the words of one name. */
const GAP = /^[\s.'’-]*$/u;
/** A shorter word is a name only where it is written like one, or beside another of the same name. */
const TELLING_LENGTH = 3;
/** Parts of names that are also the small words of either language; alone they name nobody. */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  'an anh and bao bay cao chi cho con cua dao day den for has her his hai hoa hoang khi khong la lan long mai may minh nam nay ngoc nhi sau son tam thai the thi thu thuy tin toan tuan van will xuan'.split(
    ' ',
  ),
);

/**
 * Puts names and numbers of people out of sight: whole or in part, in any case, with or without marks, in any order. One
 * small word of a name alone stays, unless it is written with a capital.
 */
export function maskNames(text: string, withheld: readonly string[], stand = '[patient]'): string {
  const numbers = withheld.filter((word) => /\d/u.test(word) && word.trim().length > 1);
  const parts = withheld.flatMap((name) => (/\d/u.test(name) ? [] : (name.match(WORD) ?? [])));
  const masked = maskParts(maskNumbers(text, numbers), parts, stand);
  return masked.replace(RECORD_NUMBER, '[record number]');
}

function maskNumbers(text: string, numbers: readonly string[]): string {
  return numbers
    .toSorted((a, b) => b.length - a.length)
    .reduce((masked, number) => masked.replace(literally(number), '[record number]'), text);
}

function literally(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&'), 'giu');
}

function maskParts(text: string, parts: readonly string[], stand: string): string {
  const exact = new Set(parts.map((part) => part.normalize('NFC').toLowerCase()));
  const plain = new Set(parts.map((part) => foldDiacritics(part).toLowerCase()));
  const words = [...text.matchAll(WORD)].map((match) => {
    const lower = match[0].normalize('NFC').toLowerCase();
    const folded = foldDiacritics(lower);
    // "Tuần" is a week, whoever is called Tuấn; "tuan" may be either.
    const isPart = exact.has(lower) || (folded === lower && plain.has(folded));
    return { start: match.index, end: match.index + match[0].length, word: match[0], folded, isPart };
  });
  let result = '';
  let at = 0;
  for (let i = 0; i < words.length; i++) {
    let last = i;
    while (words[last]?.isPart && words[last + 1]?.isPart && joins(words[last]?.end, words[last + 1]?.start))
      last++;
    const [first, end] = [words[i], words[last]];
    if (!first?.isPart || !end || (last === i && !tellsAlone(first))) continue;
    result += text.slice(at, first.start) + stand;
    at = end.end;
    i = last;
  }
  return result + text.slice(at);

  function joins(from = 0, to = 0): boolean {
    return GAP.test(text.slice(from, to));
  }
}

function tellsAlone({ word, folded }: { word: string; folded: string }): boolean {
  const isCapital = /^\p{Lu}\p{Ll}/u.test(word.normalize('NFC')) && folded.length > 1;
  return isCapital || (folded.length >= TELLING_LENGTH && !SMALL_WORDS.has(folded));
}
