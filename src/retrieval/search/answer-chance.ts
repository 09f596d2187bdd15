import { chanceOf, logOdds, type RankedPassage } from '../../domain/passage.ts';

/** Fitted on questions by strangers: collect-signals.ts and fit-chance.ts in evals/answers fit them anew. */
const CONSTANT = -1.16;
const WEIGHTS = { relevance: 3.96, sentence: 0.3 };

type Signals = Record<keyof typeof WEIGHTS, number>;

/** What is known of the passages that were kept for a question, and tells how likely their best sentences answer it. */
export function chanceSignals(kept: readonly RankedPassage[]): Signals {
  const sentences = kept.flatMap((passage) => passage.sentences ?? []);
  return {
    relevance: Math.max(0, ...kept.map(({ scores }) => scores.relevance)),
    sentence: logOdds(Math.max(0, ...sentences.map(({ answers }) => answers))),
  };
}

/** The passages, each with how likely they answer, all together; as they are where our own ranker has not read them. */
export function withChance(kept: readonly RankedPassage[]): RankedPassage[] {
  if (!kept.some(({ sentences }) => sentences !== undefined)) return [...kept];
  const signals = Object.entries(chanceSignals(kept)) as [keyof Signals, number][];
  const chance = chanceOf(signals.reduce((sum, [name, value]) => sum + WEIGHTS[name] * value, CONSTANT));
  return kept.map((passage) => ({ ...passage, scores: { ...passage.scores, chance } }));
}
