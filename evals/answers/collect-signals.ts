import { type Corpus, loadQuestions, type Part } from './measure.ts';
import { type Signals, signalsOf, writeSignals } from './signals.ts';
import { withCorpus } from './with-corpus.ts';

/**
 * `npx tsx evals/answers/collect-signals.ts sample|foreign OUT.jsonl PART,PART [topics.jsonl]`: what search and ranker say of every
 * question, for fitting how sentences are chosen and what the chance of an answer is.
 */
const [corpus, out, parts = 'tune', topics] = process.argv.slice(2) as [Corpus, string, string?, string?];
await withCorpus({ corpus, ...(topics === undefined ? {} : { topics }) }, async (galen) => {
  const rows: Signals[] = [];
  for (const part of parts.split(',') as Part[]) {
    for (const question of await loadQuestions(corpus, part)) rows.push(await signalsOf(galen, question));
  }
  writeSignals(out, rows);
  console.log(`${rows.length} questions in ${out}`);
});
