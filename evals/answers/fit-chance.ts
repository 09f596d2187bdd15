import { readFileSync } from 'node:fs';
import { chanceOf } from '../../src/domain/passage.ts';
import { fitLogistic } from '../gates/fit-logistic.ts';
import type { Signals } from './collect-signals.ts';

/**
 * `npx tsx evals/answers/fit-chance.ts SIGNALS.jsonl …` (of collect-signals.ts): how many answers the choice of sentences finds by
 * what it weighs, and the weights of `answerChance`, with what they give for writers they were not fitted on.
 */
const rows = process.argv
  .slice(2)
  .flatMap((file) => readFileSync(file, 'utf8').split('\n').filter(Boolean))
  // Written by collect-signals.ts alone.
  .map((line) => JSON.parse(line) as Signals);

/** As own-reranker.ts, find-passages.ts and select-sentences.ts have them. */
const SETTINGS = { share: 0.2, sameLanguage: 0.1, passage: 0.25, order: 4, kept: 5, quoted: 5 };
const NEAR = 0.5;
const LEAST_SHARE = 0.05;

for (const [name, values] of Object.entries({
  share: [0, 0.1, 0.2, 0.35, 0.5, 0.8],
  passage: [0, 0.25, 0.5, 1],
  order: [0, 2, 4, 8],
  quoted: [3, 4, 5, 6],
})) {
  const found = values.map((value) => `${value}: ${share({ ...SETTINGS, [name]: value }).toFixed(3)}`);
  console.log(`${name.padEnd(8)} ${found.join('  ')}`);
}

const judged = rows.map((row) => ({
  ...judge(row, SETTINGS),
  writer: row.id[0],
  answerable: row.answerable,
}));
console.log('constant, relevance, sentence:', fitLogistic(judged));
// Each writer's questions by weights fitted on the others'.
const chances = judged.map(() => 0);
for (const writer of new Set(judged.map((one) => one.writer))) {
  const [constant = 0, relevance = 0, sentence = 0] = fitLogistic(
    judged.filter((one) => one.writer !== writer),
  );
  for (const [i, one] of judged.entries()) {
    const [near = 0, odds = 0] = one.features;
    if (one.writer === writer) chances[i] = chanceOf(constant + relevance * near + sentence * odds);
  }
}
for (const least of [0.2, 0.5, 0.55, 0.6, 0.75]) {
  const above = judged.filter((_, i) => (chances[i] ?? 0) >= least);
  const of = (answerable: boolean) => judged.filter((one) => one.answerable === answerable);
  const part = (answerable: boolean) =>
    above.filter((one) => one.answerable === answerable).length / Math.max(1, of(answerable).length);
  const right = above.filter(({ isRight }) => isRight).length / Math.max(1, above.length);
  console.log(
    `from ${least}: ${part(true).toFixed(3)} of answerable, ${part(false).toFixed(3)} of others, ${right.toFixed(3)} right`,
  );
}

function share(settings: typeof SETTINGS): number {
  const answerable = rows.filter((row) => row.answerable);
  return answerable.filter((row) => judge(row, settings).isRight).length / answerable.length;
}

function judge({ passages, facts, answerable }: Signals, settings: typeof SETTINGS) {
  const highest = Math.max(...passages.map(({ final }) => final), Number.MIN_VALUE);
  const ordered = passages
    .flatMap((passage) => (passage.answers === null ? [] : [{ ...passage, answers: passage.answers }]))
    .map((passage) => ({ ...passage, place: placeOf(passage, highest, settings) }))
    .sort((a, b) => b.place - a.place);
  const kept = ordered
    .filter(({ place }) => place >= (ordered[0]?.place ?? 0) * NEAR)
    .slice(0, settings.kept);
  const sentences = kept
    .flatMap(({ own, answers, place, sentences }) =>
      sentences.map(({ odds, says }) => ({
        own,
        says,
        odds: odds + settings.passage * answers + settings.order * (place - 1),
      })),
    )
    .sort((a, b) => b.odds - a.odds);
  const best = sentences[0]?.odds ?? -10;
  const quoted = sentences
    .filter(({ odds }) => chanceOf(odds) >= chanceOf(best) * LEAST_SHARE)
    .slice(0, settings.quoted);
  const said = new Set(quoted.flatMap(({ says }) => says));
  return {
    features: [Math.max(0, ...kept.map(({ relevance }) => relevance)), best],
    isRight: answerable && said.size === facts && quoted.some(({ own }) => own),
  };
}

function placeOf(
  { final, answers, sameLanguage }: { final: number; answers: number; sameLanguage: boolean },
  highest: number,
  settings: typeof SETTINGS,
): number {
  const ranker = settings.share * chanceOf(answers / 2);
  return (1 - settings.share) * (final / highest) + ranker + (sameLanguage ? settings.sameLanguage : 0);
}
