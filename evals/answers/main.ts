import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { type AnswersReport, type Corpus, loadQuestions, measureAnswers, type Part } from './measure.ts';
import { withCorpus } from './with-corpus.ts';

/** `galen eval answers`: whether strangers' questions get the fact they asked for, or an honest no. */
const options = new Command('galen eval answers')
  .option('--part <part>', 'tune, seen, or held: look at held once', 'tune')
  .option(
    '--corpus <corpus>',
    'sample: the knowledge that ships; foreign: health topics as a user would add them',
    'sample',
  )
  .option('--topics <file>', 'for foreign: JSON lines with title and text', process.env.GALEN_EVAL_TOPICS)
  .option('--embed <model>', 'as GALEN_EMBED_MODEL')
  .option('--json', 'print JSON')
  .parse()
  .opts<{ part: Part; corpus: Corpus; topics?: string; embed?: string; json?: true }>();

const report = await evaluate();
const folder = fileURLToPath(new URL('../../reports', import.meta.url));
mkdirSync(folder, { recursive: true });
const written = JSON.stringify(report, null, 2);
writeFileSync(join(folder, `answers-${options.corpus}-${options.part}.json`), `${written}\n`);
console.log(options.json ? written : summaryOf(report));

async function evaluate(): Promise<AnswersReport> {
  const { part, corpus, topics, embed } = options;
  const questions = await loadQuestions(corpus, part);
  const given = {
    corpus,
    ...(topics === undefined ? {} : { topics }),
    ...(embed === undefined ? {} : { embed }),
  };
  return withCorpus(given, (galen) => measureAnswers(galen, questions));
}

function summaryOf(r: AnswersReport): string {
  const share = (part: number, of: number) => `${part}/${of} = ${(part / Math.max(1, of)).toFixed(3)}`;
  return [
    `${options.corpus}, ${options.part}`,
    `  the fact is said, its document cited ${share(r.right, r.answerable)}`,
    `  answerable: refused               ${share(r.refused, r.answerable)}`,
    `  neither the fact nor its document ${share(r.beside, r.answerable)}`,
    `  … of them given as an answer      ${share(r.beside_as_answer, r.answerable)}`,
    `  answerable: called related        ${share(r.related, r.answerable)}`,
    `  not answerable: refused           ${share(r.unanswerable_refused, r.unanswerable)}`,
    `  not answerable: refused or related ${share(r.unanswerable_not_answered, r.unanswerable)}`,
    `  right among "high"                ${share(r.high_right, r.high)}`,
    `  calibration error                 ${r.calibration_error.toFixed(3)}`,
    ...r.reliability.map(
      ({ answers, confidence, right }) =>
        `    ${String(answers).padStart(4)} answers at ${confidence.toFixed(2)}: ${right.toFixed(2)} right`,
    ),
  ].join('\n');
}
