import { foldDiacritics } from '../../../language/fold-diacritics.ts';
import { isDenyingWord } from '../../../language/read-negation.ts';
import { type Token, wordOf } from './split-clauses.ts';

/** Words that a `~` stands for at most. */
const LONGEST_GAP = 4;
const NUMBER = /^\d/;

/** Tries to match at a token; the index after the last one matched, or -1. */
export interface Phrase {
  /** Words it may begin with; `#` for any number. */
  starts: readonly string[];
  /** Words of which one must stand second; null where that cannot be told. */
  seconds: ReadonlySet<string> | null;
  match(tokens: readonly Token[], at: number): number;
}

interface Element {
  gap: boolean;
  optional: boolean;
  words: ReadonlySet<string>;
  /** Alternatives that a set cannot hold: several words, prefixes, numbers. */
  others: readonly (readonly string[])[];
}

/**
 * Compiles `a|b c? ~ d* #`: either word, a word that may be absent, up to three words, a beginning, a number; `a_b` is an
 * alternative of two words, `20##` a year, and `^` in front holds the phrase to the start of a clause.
 */
export function compilePhrase(source: string): Phrase {
  const anchored = source.startsWith('^ ');
  const elements = (anchored ? source.slice(2) : source).split(' ').map(compileElement);
  const [first] = elements;
  if (!first || first.gap || first.optional) throw new Error(`a phrase begins with a word: ${source}`);
  return {
    seconds: secondWords(elements),
    starts: [...first.words, ...first.others.map(([word = '']) => (isNumberWord(word) ? '#' : word))],
    match(tokens, at) {
      if (anchored && tokens[at - 1]?.clause === tokens[at]?.clause) return -1;
      return matchFrom(elements, 0, tokens, at, tokens[at]?.segment ?? -1);
    },
  };
}

function secondWords([first, second]: readonly Element[]): ReadonlySet<string> | null {
  if (!first || !second || first.others.length > 0) return null;
  return second.gap || second.optional || second.others.length > 0 ? null : second.words;
}

function matchFrom(
  elements: readonly Element[],
  index: number,
  tokens: readonly Token[],
  at: number,
  segment: number,
): number {
  const element = elements[index];
  if (!element) return at;
  if (element.gap) {
    for (let skipped = 0; skipped <= LONGEST_GAP; skipped += 1) {
      const leapt = skipped > 0 ? tokens[at + skipped - 1] : null;
      // No gap leaps over a denial: "the chest is not tight".
      if (leapt !== null && (leapt?.segment !== segment || isDenyingWord(leapt.text))) return -1;
      const end = matchFrom(elements, index + 1, tokens, at + skipped, segment);
      if (end !== -1) return end;
    }
    return -1;
  }
  const token = tokens[at];
  if (token?.segment === segment) {
    if (element.words.has(token.text)) {
      const end = matchFrom(elements, index + 1, tokens, at + 1, segment);
      if (end !== -1) return end;
    }
    for (const words of element.others) {
      if (!words.every((word, offset) => isWord(tokens[at + offset], word, segment))) continue;
      const end = matchFrom(elements, index + 1, tokens, at + words.length, segment);
      if (end !== -1) return end;
    }
  }
  return element.optional ? matchFrom(elements, index + 1, tokens, at, segment) : -1;
}

function isWord(token: Token | undefined, word: string, segment: number): boolean {
  if (token?.segment !== segment) return false;
  if (word === '#') return NUMBER.test(token.text);
  if (word.endsWith('##'))
    return token.text.length === 4 && NUMBER.test(token.text) && token.text.startsWith(word.slice(0, 2));
  return word.endsWith('*') ? token.text.startsWith(word.slice(0, -1)) : token.text === word;
}

function compileElement(source: string): Element {
  if (source === '~') return { gap: true, optional: false, words: new Set(), others: [] };
  const optional = source.endsWith('?');
  const alternatives = foldDiacritics(optional ? source.slice(0, -1) : source).split('|');
  const isPlain = (word: string) => !/[_*#]/.test(word);
  return {
    gap: false,
    optional,
    words: new Set(alternatives.filter(isPlain).map(wordOf)),
    others: alternatives.filter((word) => !isPlain(word)).map((words) => words.split('_').map(wordOf)),
  };
}

function isNumberWord(word: string): boolean {
  return word.includes('#');
}
