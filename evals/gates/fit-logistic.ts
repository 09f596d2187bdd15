const STEPS = 5_000;
const RATE = 0.5;
const RIDGE = 0.1;

export interface Example {
  features: readonly number[];
  isRight: boolean;
}

/**
 * Weights of a logistic model, the constant first. None of the others falls below 0: each signal was chosen to speak
 * for an answer, and one that does not on these data is left out rather than turned round.
 */
export function fitLogistic(examples: readonly Example[]): number[] {
  const size = (examples[0]?.features.length ?? 0) + 1;
  let weights = new Array<number>(size).fill(0);
  for (let step = 0; step < STEPS; step += 1) {
    const slope = new Array<number>(size).fill(0);
    for (const { features, isRight } of examples) {
      const miss = probability(weights, features) - (isRight ? 1 : 0);
      slope[0] = (slope[0] ?? 0) + miss;
      for (const [i, feature] of features.entries()) slope[i + 1] = (slope[i + 1] ?? 0) + miss * feature;
    }
    weights = weights.map((weight, i) => {
      const pull = i === 0 ? 0 : RIDGE * weight;
      const moved = weight - (RATE * ((slope[i] ?? 0) + pull)) / Math.max(1, examples.length);
      return i === 0 ? moved : Math.max(0, moved);
    });
  }
  return weights;
}

function probability(weights: readonly number[], features: readonly number[]): number {
  const sum = features.reduce((so, feature, i) => so + feature * (weights[i + 1] ?? 0), weights[0] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}
