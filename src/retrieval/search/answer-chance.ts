import { chanceOf, logOdds, type RankedPassage } from '../../domain/passage.ts';

/** Fitted on 602 questions by seven strangers: collect-signals.ts and fit-chance.ts in evals/answers fit them anew. */
const CONSTANT = -0.95;
const WEIGHTS = { relevance: 4.35, sentence: 0.31, agreement: 4.54 };

type Signals = Record<keyof typeof WEIGHTS, number>;

/** What tells how likely the best sentences of what was kept answer the question, among all that was read for it. */
export function chanceSignals(kept: readonly RankedPassage[], read: readonly RankedPassage[]): Signals {
  const likeliest = kept
    .flatMap(({ document_id, sentences = [] }) => sentences.map(({ answers }) => ({ document_id, answers })))
    .reduce((best, one) => (one.answers > best.answers ? one : best), { document_id: '', answers: 0 });
  const nearness = new Map<string, number>();
  for (const { document_id, scores } of read)
    nearness.set(document_id, Math.max(nearness.get(document_id) ?? 0, scores.relevance));
  const nearest = Math.max(Number.MIN_VALUE, ...nearness.values());
  return {
    /** How near the question the search finds the nearest passage. */
    relevance: Math.max(0, ...kept.map(({ scores }) => scores.relevance)),
    /** The log-odds that the likeliest sentence answers, as the ranker reads it. */
    sentence: logOdds(likeliest.answers),
    /** Whether search and ranker mean the same document: how far that of the sentence is behind the nearest, 0 for not at all. */
    agreement: (nearness.get(likeliest.document_id) ?? 0) / nearest - 1,
  };
}

/** The kept passages with how likely they answer, all together; as they are where our own ranker has not read them. */
export function withChance(
  kept: readonly RankedPassage[],
  candidates: readonly RankedPassage[],
): RankedPassage[] {
  const read = candidates.filter(({ scores }) => scores.answers !== undefined);
  if (read.length === 0) return [...kept];
  const signals = Object.entries(chanceSignals(kept, read)) as [keyof Signals, number][];
  const chance = chanceOf(signals.reduce((sum, [name, value]) => sum + WEIGHTS[name] * value, CONSTANT));
  return kept.map((passage) => ({ ...passage, scores: { ...passage.scores, chance } }));
}
