import type { RankedPassage, TermWeight } from '../domain/passage.ts';
import { splitSentences } from '../domain/sentences.ts';
import { agreementWithBest } from './agreement.ts';
import { analyzeText } from './analysis/analyze-text.ts';
import { headingPromise } from './heading-promise.ts';

/** As in the search. */
const K1 = 1.2;
const B = 0.6;
/** Words that begin with as many letters alike are often forms of one word that stemming keeps apart. */
const VARIANT_LETTERS = 5;

/** How a passage speaks of a question, each feature within 0 and 1. */
export interface RerankFeatures {
  /** BM25, against the most that it could be. */
  words: number;
  /** What the search itself found, which also knows synonyms. */
  found: number;
  /** The share of the question, by weight, that its title and heading speak of. */
  title: number;
  /** The same of its best sentence: asked words that stand together. */
  sentence: number;
  /** The share of the question that is here only in another form of the word. */
  variants: number;
  /** How early the first of the question's terms stands. */
  position: number;
  /** How far the passage shares its other words with the best of those found. */
  agreement: number;
  /** Whether what stands under such a heading tends to answer. */
  heading: number;
}

/** The features of each of the passages found for a question, in their order. */
export function featuresOf(
  passages: readonly RankedPassage[],
  terms: readonly TermWeight[],
): RerankFeatures[] {
  const read = passages.map(readPassage);
  const averageLength = read.reduce((sum, { all }) => sum + all.length, 0) / Math.max(1, read.length);
  const words = read.map(({ all }) => scoreWords(all, terms, averageLength));
  const agreement = agreementWithBest(read.map(({ all }, i) => ({ terms: all, score: words[i] ?? 0 })));
  return read.map(({ heading, head, sentences, all }, i) => {
    const held = new Set(all);
    const begins = new Set(all.flatMap((term) => beginningOf(term) ?? []));
    const isAsked = new Set(terms.map(({ term }) => term));
    const first = all.findIndex((term) => isAsked.has(term));
    return {
      words: words[i] ?? 0,
      found: passages[i]?.scores.relevance ?? 0,
      title: shareOf(terms, (term) => head.has(term)),
      sentence: Math.max(0, ...sentences.map((sentence) => shareOf(terms, (term) => sentence.has(term)))),
      variants: shareOf(terms, (term) => !held.has(term) && begins.has(beginningOf(term) ?? '')),
      position: first === -1 ? 0 : 1 - first / all.length,
      agreement: agreement[i] ?? 0,
      heading: headingPromise(heading),
    };
  });
}

function readPassage({ document: { title, language }, heading, text }: RankedPassage) {
  const head = analyzeText(`${title}\n${heading}`, language);
  const sentences = splitSentences(text, language).map((sentence) => analyzeText(sentence.text, language));
  return {
    heading,
    head: new Set(head),
    sentences: sentences.map((terms) => new Set(terms)),
    all: [...head, ...sentences.flat()],
  };
}

function scoreWords(all: readonly string[], terms: readonly TermWeight[], averageLength: number): number {
  const penalty = K1 * (1 - B + B * (all.length / Math.max(1, averageLength)));
  const frequencies = new Map<string, number>();
  for (const term of all) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  const score = terms.reduce((sum, { term, weight }) => {
    const frequency = frequencies.get(term) ?? 0;
    return sum + (weight * frequency) / (frequency + penalty);
  }, 0);
  return score / totalOf(terms);
}

/** The share of the question, by weight, whose terms pass the test. */
function shareOf(terms: readonly TermWeight[], test: (term: string) => boolean): number {
  return terms.reduce((sum, { term, weight }) => sum + (test(term) ? weight : 0), 0) / totalOf(terms);
}

function totalOf(terms: readonly TermWeight[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
}

function beginningOf(term: string): string | null {
  return term.length >= VARIANT_LETTERS ? term.slice(0, VARIANT_LETTERS) : null;
}
