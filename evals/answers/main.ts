import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import {
  type AnswersReport,
  type Corpus,
  loadQuestions,
  measureAnswers,
  type Part,
  summaryOf,
} from './measure.ts';
import { withCorpus } from './with-corpus.ts';

/** `galen eval answers`: whether strangers' questions get the fact they asked for, or an honest no. */
const options = new Command('galen eval answers')
  .option('--part <part>', 'tune, seen, or held (look at held once); several with a comma', 'tune')
  .option(
    '--corpus <corpus>',
    'sample: the knowledge that ships; staff: the same, asked of the desk; foreign: health topics as a user would add them',
    'sample',
  )
  .option('--topics <file>', 'for foreign: JSON lines with title and text', process.env.GALEN_EVAL_TOPICS)
  .option('--embed <model>', 'as GALEN_EMBED_MODEL')
  .option('--json', 'print JSON')
  .parse()
  .opts<{ part: string; corpus: Corpus; topics?: string; embed?: string; json?: true }>();

const report = await evaluate();
const folder = fileURLToPath(new URL('../../reports', import.meta.url));
mkdirSync(folder, { recursive: true });
const written = JSON.stringify(report, null, 2);
writeFileSync(join(folder, `answers-${options.corpus}-${options.part}.json`), `${written}\n`);
console.log(options.json ? written : summaryOf(`${options.corpus}, ${options.part}`, report));

async function evaluate(): Promise<AnswersReport> {
  const { part, corpus, topics, embed } = options;
  // An unknown part has no questions.
  const parts = part.split(',') as Part[];
  const questions = (await Promise.all(parts.map((one) => loadQuestions(corpus, one)))).flat();
  const given = {
    corpus,
    ...(topics === undefined ? {} : { topics }),
    ...(embed === undefined ? {} : { embed }),
  };
  return withCorpus(given, (galen) => measureAnswers(galen, questions));
}
