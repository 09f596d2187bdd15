import type { RankedPassage, TermWeight } from '../../domain/passage.ts';
import { foldDiacritics } from '../../language/fold-diacritics.ts';
import { analyzeText } from '../../language/search-terms/analyze-text.ts';
import type { Reranker } from '../reranker.port.ts';
import { orderByRerank } from './find-passages.ts';

/** Tuned on train splits alone (SciFact's, and the train half of BioASQ): coordinate ascent on their mean nDCG@10. */
const WEIGHTS: Readonly<Record<keyof RerankFeatures, number>> = {
  words: 1,
  found: 0.4,
  variants: 0.3,
  agreement: 0.6,
  // Those collections have no headings: set by the sample knowledge's own questions.
  heading: 0.15,
};
const ALL_WEIGHTS = Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, 0);

/** The built-in reranker: no model, and the same order for the same passages every time. */
export function createFeatureReranker(): Reranker {
  return {
    id: 'features-1',
    async rerank({ terms, passages }) {
      return orderByRerank(passages, featuresOf(passages, terms).map(weigh));
    },
  };
}

function weigh(features: RerankFeatures): number {
  // The names of the features are the keys of the weights.
  const names = Object.keys(WEIGHTS) as (keyof RerankFeatures)[];
  return names.reduce((sum, name) => sum + WEIGHTS[name] * features[name], 0) / ALL_WEIGHTS;
}

/** As in the search. */
const K1 = 1.2;
const B = 0.6;
/** Words that begin with as many letters alike are often forms of one word that stemming keeps apart. */
const VARIANT_LETTERS = 5;

/** How a passage speaks of a question, each feature within 0 and 1. */
interface RerankFeatures {
  /** BM25, against the most that it could be. */
  words: number;
  /** What the search itself found, which also knows synonyms. */
  found: number;
  /** The share of the question, by weight, that is here only in another form of the word. */
  variants: number;
  /** How far the passage shares its other words with the best of those found. */
  agreement: number;
  /** Whether what stands under such a heading tends to answer. */
  heading: number;
}

/** The features of each of the passages found for a question, in their order. */
function featuresOf(passages: readonly RankedPassage[], terms: readonly TermWeight[]): RerankFeatures[] {
  const read = passages.map(({ document: { title, language }, heading, text }) =>
    analyzeText(`${title}\n${heading}\n${text}`, language),
  );
  const averageLength = read.reduce((sum, { length }) => sum + length, 0) / Math.max(1, read.length);
  const words = read.map((all) => scoreWords(all, terms, averageLength));
  const agreement = agreementWithBest(read.map((all, i) => ({ terms: all, score: words[i] ?? 0 })));
  const total = totalOf(terms);
  return read.map((all, i) => {
    const held = new Set(all);
    const begins = new Set(all.flatMap((term) => beginningOf(term) ?? []));
    const variants = terms.filter(({ term }) => !held.has(term) && begins.has(beginningOf(term) ?? ''));
    return {
      words: words[i] ?? 0,
      found: passages[i]?.scores.relevance ?? 0,
      variants: variants.reduce((sum, { weight }) => sum + weight, 0) / total,
      agreement: agreement[i] ?? 0,
      heading: headingPromise(passages[i]?.heading ?? ''),
    };
  });
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

function totalOf(terms: readonly TermWeight[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
}

function beginningOf(term: string): string | null {
  return term.length >= VARIANT_LETTERS ? term.slice(0, VARIANT_LETTERS) : null;
}

/** How many of the best are taken for what the answer speaks of. */
const BEST = 5;

interface ScoredTerms {
  terms: readonly string[];
  score: number;
}

/**
 * How far each passage shares its vocabulary with the best ones, 0 to 1: passages that answer a question use the
 * same words beside those asked, and one that holds the asked words by chance does not.
 */
function agreementWithBest(passages: readonly ScoredTerms[]): number[] {
  const vectors = weighVocabulary(passages.map(({ terms }) => terms));
  const best = passages
    .map(({ score }, i) => ({ score, i, vector: vectors[i] ?? new Map<string, number>() }))
    .sort((a, b) => b.score - a.score || a.i - b.i)
    .slice(0, BEST);
  const highest = Math.max(best[0]?.score ?? 0, Number.MIN_VALUE);
  return vectors.map((vector, i) => {
    // Nobody agrees with themselves.
    const others = best.filter((other) => other.i !== i);
    const shared = others.reduce(
      (sum, other) => sum + (other.score / highest) * cosine(vector, other.vector),
      0,
    );
    return others.length === 0 ? 0 : shared / others.length;
  });
}

/** Unit vectors of terms, weighed by how few of these passages hold them. */
function weighVocabulary(all: readonly (readonly string[])[]): Map<string, number>[] {
  const counts = all.map(countTerms);
  const holding = new Map<string, number>();
  for (const count of counts)
    for (const term of count.keys()) holding.set(term, (holding.get(term) ?? 0) + 1);
  return counts.map((count) => {
    const weights = [...count].map(
      ([term, n]) => [term, (1 + Math.log(n)) * Math.log(1 + all.length / (holding.get(term) ?? 1))] as const,
    );
    const length = Math.sqrt(weights.reduce((sum, [, weight]) => sum + weight * weight, 0)) || 1;
    return new Map(weights.map(([term, weight]) => [term, weight / length]));
  });
}

function countTerms(terms: readonly string[]): Map<string, number> {
  const count = new Map<string, number>();
  for (const term of terms) count.set(term, (count.get(term) ?? 0) + 1);
  return count;
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [term, weight] of a) sum += weight * (b.get(term) ?? 0);
  return Math.min(1, sum);
}

const SURROUNDINGS =
  /\b(?:design|methods?|population|scope|background|funding|references|thiet ke|phuong phap|doi tuong|pham vi)\b/u;

/** Whether what stands under a heading tends to answer a question: who was studied and how seldom does. */
function headingPromise(heading: string): number {
  return SURROUNDINGS.test(foldDiacritics(heading.toLowerCase())) ? 0 : 1;
}
