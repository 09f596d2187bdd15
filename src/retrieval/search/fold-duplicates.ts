import type { RankedPassage } from '../../domain/passage.ts';
import { drugNamesIn } from '../../language/drugs/drug-names.ts';

/**
 * Passages, best first, without those that only repeat a better one (a document in two collections, a piece that
 * overlaps the next); the one that stays names them in `also_in`.
 */
export function foldDuplicates(ranked: readonly RankedPassage[]): RankedPassage[] {
  const kept: { passage: RankedPassage; saying: Saying }[] = [];
  for (const passage of ranked) {
    const saying = sayingOf(passage);
    const better = kept.find((other) => repeatsPassage(saying, other.saying));
    if (better) better.passage = withRepeat(better.passage, passage);
    else kept.push({ passage, saying });
  }
  return kept.map(({ passage }) => passage);
}

function withRepeat(passage: RankedPassage, repeat: RankedPassage): RankedPassage {
  const also_in = [...(passage.also_in ?? []), repeat.id, ...(repeat.also_in ?? [])];
  return { ...passage, also_in };
}

/** Fewer words than this mean nothing without their title: the same "Yes, with meals." answers many questions. */
const STANDS_ALONE = 20;

/** A word, a number with its sign, a sign that changes what they say, or the end of a sentence. */
const TOKEN =
  /[\p{L}\p{M}]+|(?:(?<![\p{L}\p{N}])[-+])?\p{N}+(?:[.,]\p{N}+)*|(?![|~])[%‰\p{Sm}\p{So}\p{Sc}]|\.(?=[\s*_"”’)\]]|$)/gu;
/** What ends a sentence without a stop. */
const BREAK = /\n\s*\n|^#{1,6} .*$/gmu;
const END = '.';
/** Never the difference between two facts, as "a" is in "hepatitis A". */
const ARTICLE = 'the';

/** What a passage says, so that two can be compared. */
interface Saying {
  language: string;
  /** The headings it stands under, without the document's title. */
  place: string;
  title: string;
  /** What the title says that cannot be said in other words: its numbers and drugs. */
  titleFacts: string;
  words: string;
  length: number;
}

function sayingOf({ document, heading_path, text }: RankedPassage): Saying {
  const title = wordsOf(document.title).join(' ');
  const headings = heading_path.map((heading) => wordsOf(heading).join(' '));
  const words = [END, ...wordsOf(text.replace(BREAK, `$& ${END}\n`)), END].filter(isFirstEnd);
  return {
    language: document.language,
    place: headings.filter((heading) => heading !== title).join(' › '),
    title,
    titleFacts: [title.match(/\S*\p{N}\S*/gu) ?? [], drugNamesIn(document.title).sort()].join(' '),
    words: ` ${words.join(' ')} `,
    length: words.filter((word) => word !== END).length,
  };
}

/**
 * Whether one passage says nothing that the other does not: its sentences, in a row, are in the other, under the same
 * heading. Case, punctuation, line breaks, marks of a format, "the" and British or American spelling do not count.
 * Any other difference does. Sharing four fifths of their words is not enough: in medicine the fifth is the dose, the
 * denial, "before" for "after", and makes it another fact. To fold too little costs a place among the sources, to
 * fold too much loses one of them.
 */
function repeatsPassage(saying: Saying, other: Saying): boolean {
  return (
    saying.length > 0 &&
    saying.language === other.language &&
    saying.place === other.place &&
    speaksOfTheSame(saying, other) &&
    other.words.includes(saying.words)
  );
}

function speaksOfTheSame(saying: Saying, other: Saying): boolean {
  if (saying.title === other.title) return true;
  return saying.length >= STANDS_ALONE && saying.titleFacts === other.titleFacts;
}

function isFirstEnd(word: string, i: number, words: readonly string[]): boolean {
  return word !== END || words[i - 1] !== END;
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('\u00ad', '').replace(/[!?]/gu, END);
  const tokens = toOneSpelling(plain.replace(/[−–]/gu, '-')).match(TOKEN) ?? [];
  return tokens.filter((token) => token !== ARTICLE);
}

/** The same letters for either spelling; that other words change with them does no harm, as they do so everywhere. */
function toOneSpelling(text: string): string {
  return text
    .replace(/[ao]e/gu, 'e')
    .replace(/(?<=[a-z]{3})our(?=s?\b|ed\b|ing\b)/gu, 'or')
    .replace(/(?<=[a-z]{4})is(?=e[sd]?\b|ing\b|ations?\b)/gu, 'iz');
}
