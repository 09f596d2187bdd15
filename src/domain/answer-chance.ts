import type { RankedPassage } from './passage.ts';

/** Fitted on the development part of strangers' questions: `npx tsx evals/answers/fit-chance.ts` prints the weights anew. */
const WEIGHTS = { constant: -1.625, relevance: 5.063, sentence: 0.191 };
/** From this chance on passages are worth showing as related, and from that on they are an answer. */
const RELATED_FROM = 0.33;
const ANSWERS_FROM = 0.7;

/** What the chance is made of: how near the best passage is, and the log-odds that its best sentence answers. */
export function chanceSignals(passages: readonly RankedPassage[]): { relevance: number; sentence: number } {
  const sentences = passages.flatMap((passage) => passage.sentences ?? []);
  return {
    relevance: Math.max(0, ...passages.map(({ scores }) => scores.relevance)),
    sentence: logOdds(Math.max(0, ...sentences.map(({ answers }) => answers))),
  };
}

/** How likely the answer is among the passages, 0 to 1; null where our own ranker has not read them. */
export function answerChance(passages: readonly RankedPassage[]): number | null {
  if (!passages.some(({ sentences }) => sentences !== undefined)) return null;
  const { relevance, sentence } = chanceSignals(passages);
  const sum = WEIGHTS.constant + WEIGHTS.relevance * relevance + WEIGHTS.sentence * sentence;
  return 1 / (1 + Math.exp(-sum));
}

/** Whether passages answer, only come near, or speak of something else. What nobody has read is taken for an answer. */
export function howNear(passages: readonly RankedPassage[]): 'answers' | 'related' | 'elsewhere' {
  const chance = answerChance(passages) ?? 1;
  if (chance < RELATED_FROM) return 'elsewhere';
  return chance < ANSWERS_FROM ? 'related' : 'answers';
}

function logOdds(chance: number): number {
  const within = Math.min(Math.max(chance, 1e-4), 1 - 1e-4);
  return Math.log(within / (1 - within));
}
