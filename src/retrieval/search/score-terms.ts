import type { Language } from '../../domain/language.ts';
import type { Expansion } from '../../domain/passage.ts';
import { analyzeText } from '../../language/search-terms/analyze-text.ts';

/** Best on three biomedical collections; the index in the database is made with the same. */
const K1 = 1.2;
const B = 0.6;

/** What BM25 must know of the whole collection. */
export interface CorpusStatistics {
  passages: number;
  /** All terms of all passages together. */
  occurrences: number;
  /** How many passages hold a term; a term that is not here is in none. */
  passagesWith: ReadonlyMap<string, number>;
}

/** How much a match on a term tells: the rarer, the more. */
export function weighTerm(term: string, { passages, passagesWith }: CorpusStatistics): number {
  const holding = passagesWith.get(term) ?? 0;
  return Math.log(1 + (passages - holding + 0.5) / (holding + 0.5));
}

/** The BM25 score of a passage, given as its terms with repeats, for the distinct terms of a query. */
export function scoreBm25(
  passageTerms: readonly string[],
  queryTerms: readonly string[],
  corpus: CorpusStatistics,
): number {
  const averageLength = corpus.occurrences / Math.max(1, corpus.passages);
  const lengthPenalty = K1 * (1 - B + B * (passageTerms.length / Math.max(1, averageLength)));
  const frequencies = new Map<string, number>();
  for (const term of passageTerms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  return queryTerms.reduce((score, term) => {
    const frequency = frequencies.get(term) ?? 0;
    return score + (weighTerm(term, corpus) * frequency * (K1 + 1)) / (frequency + lengthPenalty);
  }, 0);
}

/** In fewer passages than this every term may be looked for. */
const MANY_PASSAGES = 20_000;
/** A term in more than this share of the passages tells little and is slow to look for. */
const COMMON_SHARE = 0.05;
/** Where fewer rare terms are asked for, the least common of the others are looked for too. */
const ENOUGH_TERMS = 3;

/**
 * The terms by which candidates are looked for: in a large collection not the common ones, as long as there are rarer.
 * What is found is scored by all terms.
 */
export function tellingTerms(
  terms: readonly string[],
  { passages, passagesWith }: CorpusStatistics,
): readonly string[] {
  if (passages < MANY_PASSAGES) return terms;
  const holding = (term: string) => passagesWith.get(term) ?? 0;
  const known = terms.filter((term) => holding(term) > 0).sort((a, b) => holding(a) - holding(b));
  const telling = known.filter((term, i) => i < ENOUGH_TERMS || holding(term) <= passages * COMMON_SHARE);
  return telling.length === 0 ? terms : telling;
}

/** Terms of a query and other terms that say the same. */
export interface TermGroup {
  phrase: readonly string[];
  alternatives: readonly (readonly string[])[];
}

/** What a synonym in the asked word's place is worth. */
const SYNONYM_CREDIT = 0.85;

export function analyzeExpansions(expansions: readonly Expansion[], language: Language): TermGroup[] {
  return expansions.map(({ phrase, alternatives }) => ({
    phrase: analyzeText(phrase, language),
    alternatives: alternatives.map((alternative) => analyzeText(alternative, language)),
  }));
}

/** How far a text that holds these terms speaks of an asked one: itself, by a synonym, or not at all. */
export function termCredit(term: string, groups: readonly TermGroup[], held: ReadonlySet<string>): number {
  if (held.has(term)) return 1;
  const bySynonym = groups.some(
    ({ phrase, alternatives }) =>
      phrase.includes(term) &&
      alternatives.some((words) => words.length > 0 && words.every((word) => held.has(word))),
  );
  return bySynonym ? SYNONYM_CREDIT : 0;
}

/** The asked terms a text speaks of, and the words in which it does so: a brand's substance, say. */
export function matchedTerms(
  asked: readonly string[],
  groups: readonly TermGroup[],
  held: ReadonlySet<string>,
): string[] {
  const spoken = asked.filter((term) => termCredit(term, groups, held) > 0);
  const inOtherWords = groups
    .flatMap(({ alternatives }) => alternatives)
    .filter((words) => words.every((word) => held.has(word)));
  return [...new Set([...spoken, ...inOtherWords.flat()])];
}
