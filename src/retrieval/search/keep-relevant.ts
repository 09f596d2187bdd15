import type { Language } from '../../domain/language.ts';
import type { RankedPassage, TermWeight } from '../../domain/passage.ts';
import { drugNamesIn } from '../../language/drugs/drug-names.ts';
import { PAIR_JOINT } from '../../language/search-terms/analyze-text.ts';
import { framingTerms } from '../../language/search-terms/word-tables.ts';
import { RANKING } from './rank-candidates.ts';

/** Below this a passage shares words with the question but not its subject. */
const MIN_RELEVANCE = 0.3;
/** Someone must speak of this share of the question, whatever the vectors say. */
const MIN_LEXICAL = 0.3;
const MIN_COVERAGE = 0.4;
/** A passage far behind the best one, or that misses what the best one speaks of, is noise beside it. */
const MIN_SHARE_OF_BEST = 0.5;
const MIN_LEXICAL_SHARE = 0.6;

/** Shorter beginnings stand in other words too. */
const SHORTEST_STEM = 6;

export interface AskedTerms extends AskedQuestion {
  /** What the question is about (a drug it names): a passage that does not speak of it answers another question. */
  subjects: readonly string[];
}

/** The passages worth reading, best first, each text once; none when no single one of them speaks of the question. */
export function keepRelevant(
  ranked: readonly RankedPassage[],
  asked: AskedTerms,
  k: number = RANKING.defaultK,
): RankedPassage[] {
  const onSubject = ranked.filter((passage) =>
    asked.subjects.every((subject) => passage.matched_terms.includes(subject) || names(passage, subject)),
  );
  // What our own ranker has read needs no count of words: how likely it answers is told of the sentences (passage.ts).
  if (ranked.some(({ scores }) => scores.answers !== undefined)) {
    const best = Math.max(...onSubject.map(({ scores }) => scores.rerank ?? 0));
    const near = onSubject.filter(({ scores }) => (scores.rerank ?? 0) >= best * MIN_SHARE_OF_BEST);
    return foldDuplicates(near).slice(0, Math.min(k, RANKING.maxK));
  }
  // Two passages that each speak of one half of a question do not answer it.
  const speaksOfIt = ({ scores, matched_terms }: RankedPassage) =>
    scores.relevance >= MIN_RELEVANCE &&
    scores.lexical >= MIN_LEXICAL &&
    questionCoverage(asked, matched_terms) >= MIN_COVERAGE;
  const speaking = onSubject.filter(speaksOfIt);
  const best = speaking[0];
  if (!best) return [];
  // Where a drug is named a wrong answer does harm: what ranks first of that drug must be relevant too.
  if (asked.subjects.length > 0 && (onSubject[0]?.scores.relevance ?? 0) < MIN_RELEVANCE) return [];
  const bestLexical = Math.max(...speaking.map(({ scores }) => scores.lexical));
  const relevant = onSubject
    .filter(({ scores }) => scores.relevance >= MIN_RELEVANCE)
    .filter(({ scores }) => scores.lexical >= bestLexical * MIN_LEXICAL_SHARE)
    .filter(({ scores }) => scores.final >= best.scores.final * MIN_SHARE_OF_BEST);
  return foldDuplicates(relevant).slice(0, Math.min(k, RANKING.maxK));
}

/** Whether a passage names a drug as another language writes it: "methimazol" is methimazole. */
function names({ text, document: { title } }: RankedPassage, drug: string): boolean {
  const stem = drug.replace(/e?s?$/u, '');
  return stem.length >= SHORTEST_STEM && `${title} ${text}`.toLowerCase().includes(stem);
}

/** What a word is worth that was only guessed to be the one meant. */
const GUESS_CREDIT = 0.5;
/** The most a framing word tells: as much as a word of every eighth passage. */
const FRAMING_WEIGHT = 2;

/** A question as its coverage is measured. */
export interface AskedQuestion {
  terms: readonly TermWeight[];
  language: Language;
  /** Terms that nobody knows as they were typed, and that were matched by the word probably meant. */
  guessed: readonly string[];
}

/**
 * How much of a question a passage speaks of, 0 to 1: the squared cosine between the question and that part of it, each
 * term weighing what it tells. Squared, a rare word that is missing outweighs many common ones that are not.
 */
export function questionCoverage(
  { terms, language, guessed }: AskedQuestion,
  matched: readonly string[],
): number {
  const framed = terms.map(({ term, weight }) => ({
    term,
    weight: framingTerms()[language].has(term) ? Math.min(weight, FRAMING_WEIGHT) : weight,
  }));
  const squares = withoutChancePairs(framed).map(({ term, weight }) => ({ term, square: weight ** 2 }));
  const total = squares.reduce((sum, { square }) => sum + square, 0);
  const covered = squares
    .filter(({ term }) => matched.includes(term))
    .reduce((sum, { term, square }) => sum + square * (guessed.includes(term) ? GUESS_CREDIT : 1), 0);
  return total === 0 ? 0 : covered / total;
}

/** Two syllables that happen to be neighbours look like a rare word, so a pair weighs no more than its halves. */
function withoutChancePairs(terms: readonly TermWeight[]): TermWeight[] {
  const weights = new Map(terms.map(({ term, weight }) => [term, weight]));
  return terms.map(({ term, weight }) => {
    const halves = halvesOf(term, weights);
    return { term, weight: halves === null ? weight : Math.min(weight, (halves[0] + halves[1]) / 2) };
  });
}

/** The weights of a pair's two syllables; null for any other term. */
function halvesOf(term: string, weights: ReadonlyMap<string, number>): [number, number] | null {
  for (let joint = term.indexOf(PAIR_JOINT); joint > 0; joint = term.indexOf(PAIR_JOINT, joint + 1)) {
    const first = weights.get(term.slice(0, joint));
    const second = weights.get(term.slice(joint + 1));
    if (first !== undefined && second !== undefined) return [first, second];
  }
  return null;
}

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
