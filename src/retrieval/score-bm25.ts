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
