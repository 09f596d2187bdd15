import type { Language } from '../domain/language.ts';
import type { TermWeight } from '../domain/passage.ts';
import { PAIR_JOINT } from './analysis/analyze-text.ts';
import { FRAMING_TERMS } from './analysis/tables/framing-words.ts';

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
    weight: FRAMING_TERMS[language].has(term) ? Math.min(weight, FRAMING_WEIGHT) : weight,
  }));
  const squares = withoutChancePairs(framed).map(({ term, weight }) => ({ term, square: weight ** 2 }));
  const total = squares.reduce((sum, { square }) => sum + square, 0);
  const covered = squares
    .filter(({ term }) => matched.includes(term))
    .reduce((sum, { term, square }) => sum + square * (guessed.includes(term) ? GUESS_CREDIT : 1), 0);
  return total === 0 ? 0 : covered / total;
}

/** Two syllables that only stand beside each other look like a rare word: a pair tells no more than its halves do. */
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
