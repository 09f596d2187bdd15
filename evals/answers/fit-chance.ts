import { readFileSync } from 'node:fs';
import { chanceOf } from '../../src/domain/passage.ts';
import { quoteSentences } from '../../src/flows/evidence/select-sentences.ts';
import { expandQuery } from '../../src/language/search-terms/medical-terms.ts';
import { chanceSignals, findPassages } from '../../src/retrieval/search/find-passages.ts';
import { fitLogistic } from '../gates/fit-logistic.ts';
import type { Signals } from './collect-signals.ts';
import { isFrom, type Outcome, reportOn, saysFacts, summaryOf } from './measure.ts';

/**
 * `npx tsx evals/answers/fit-chance.ts SIGNALS.jsonl …` (of collect-signals.ts): the weights of the chance of an answer, and what they
 * give for writers they were not fitted on, by the sentences that would be quoted; no gate behind them.
 */
const rows = process.argv
  .slice(2)
  .flatMap((file) => readFileSync(file, 'utf8').split('\n').filter(Boolean))
  // Written by collect-signals.ts alone.
  .map((line) => JSON.parse(line) as Signals);

/** As passage.ts and create-back-gate.ts have them. */
const FROM = { related: 0.25, answers: 0.6, high: 0.7 };
const MOST = 0.95;

const judged = await Promise.all(rows.map(judge));
console.log('constant, then', judged[0]?.names.join(', '));
console.log(fitLogistic(judged).map((weight) => weight.toFixed(2)));
// Each writer's questions by weights fitted on the others'.
const outcomes: Outcome[] = [];
for (const writer of new Set(judged.map((one) => one.writer))) {
  const [constant = 0, ...weights] = fitLogistic(judged.filter((one) => one.writer !== writer));
  for (const { features, asked, isRight, isCited } of judged.filter((one) => one.writer === writer)) {
    const chance = chanceOf(features.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), constant));
    const isRefused = chance < FROM.related;
    outcomes.push({
      asked,
      isRefused,
      isRelated: !isRefused && chance < FROM.answers,
      isRight: isRight && !isRefused,
      isCited,
      confidence: Math.min(MOST, chance),
      level: chance >= FROM.high ? 'high' : 'low',
    });
  }
}
console.log(summaryOf(`${outcomes.length} questions, each writer left out`, reportOn(outcomes)));

async function judge({ asked, language, query: question, found }: Signals) {
  const query = {
    query: question,
    expansions: expandQuery(question, language),
    language,
    access: { tenant_id: '', scopes: [], departments: [] },
    filters: {},
    limit: found.passages.length,
    signal: new AbortController().signal,
  };
  const passages = { search: async () => found };
  const reranker = { id: 'read', judges: true, rerank: async () => found.passages };
  const { read, candidates } = await findPassages({ passages, reranker }, query);
  const draft = quoteSentences(read);
  const isCited = read.some(
    ({ document_id, document }, i) =>
      draft.includes(`[${i + 1}]`) && isFrom({ document_id, title: document.title }, asked.document ?? '-'),
  );
  const judged = candidates.filter(({ scores }) => scores.answers !== undefined);
  const signals = chanceSignals(read, judged);
  return {
    asked,
    // All that is asked of the desk comes from one.
    writer: asked.as === 'admin' ? 'staff' : asked.id[0],
    names: Object.keys(signals),
    features: Object.values(signals),
    isCited,
    isRight: asked.answerable && isCited && saysFacts(draft, asked.facts),
  };
}
