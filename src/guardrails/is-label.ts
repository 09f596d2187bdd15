import { contentWords } from './content-words.ts';
import { hardFactsOf } from './hard-facts.ts';
import { LABEL_WORDS } from './tables/label-words.ts';

const MAX_WORDS = 14;
const YEAR = /^(?:19|20)\d\d$/u;
/** On a scale of the opposites, and names of things all the same. */
const NOUNS =
  /(?<!\p{L})(?:hyper|hypo)\p{L}+|(?<!\p{L})(?:systolic|diastolic|oral|intravenous|severe|mild|early)(?!\p{L})/giu;

/** What a label may be made of: the words and figures of the question and its sources. */
export interface KnownWords {
  words: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
}

export function knownWords(texts: readonly string[]): KnownWords {
  return {
    words: new Set([...LABEL_WORDS, ...texts.flatMap((text) => [...contentWords(text)])]),
    numbers: new Set(texts.flatMap((text) => text.match(/\p{N}+/gu) ?? [])),
  };
}

/**
 * Whether a heading, or a table's edge, only names what stands under it: few words, each known, and nothing that goes up,
 * down or is denied. Anything else claims something, and needs a source like any sentence.
 */
export function isLabel(text: string, known: KnownWords): boolean {
  const plain = text.replace(/(?:step|bước)\s*\d(?!\p{N})/giu, '');
  // "Before", "after" and "benefits" name a column; "reduces deaths" does not.
  const telling = plain
    .split(/[\s:,/()*–-]+/u)
    .filter((word) => /\p{N}/u.test(word) || ![...contentWords(word)].every((stem) => LABEL_WORDS.has(stem)))
    .join(' ');
  const isFrame = telling.trim() === '' || /^[\p{N}\s]+$/u.test(telling);
  const { directions, denials } = hardFactsOf(telling.replace(NOUNS, ''));
  return (
    plain.split(/\s+/u).length <= MAX_WORDS &&
    directions.length === 0 &&
    denials.length === 0 &&
    [...contentWords(plain)].every((word) => known.words.has(word)) &&
    (plain.match(/\p{N}+/gu) ?? []).every(
      (number) => known.numbers.has(number) || (isFrame && YEAR.test(number)),
    )
  );
}
