import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { demoPrincipal } from '../../src/app/auth/demo-principals.ts';
import { compose, type Galen } from '../../src/app/compose.ts';
import { loadConfig } from '../../src/app/config.ts';
import { createLog } from '../../src/app/log.ts';
import { IngestSettings } from '../../src/domain/ingest-job.ts';
import { type AnswersReport, type Corpus, loadQuestions, measureAnswers, type Part } from './measure.ts';

/** `galen eval answers`: whether strangers' questions get the fact they asked for, or an honest no. */
const options = new Command('galen eval answers')
  .option('--part <part>', 'tune, or held: look at held once', 'tune')
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
  const dataDir = mkdtempSync(join(tmpdir(), 'galen-eval-'));
  const embed = options.embed === undefined ? {} : { GALEN_EMBED_MODEL: options.embed };
  const config = loadConfig({ GALEN_DATA_DIR: dataDir, ...embed });
  const galen = await compose({ config, log: createLog('error'), attach: false, isLongLived: true });
  try {
    if (options.corpus === 'foreign') await addTopics(galen);
    return await measureAnswers(galen, await loadQuestions(options.corpus, options.part));
  } finally {
    await galen.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** As a user adds files: no source type, no evidence level. */
async function addTopics(galen: Galen): Promise<void> {
  if (options.topics === undefined || !existsSync(options.topics)) {
    throw new Error('foreign needs --topics: a file of JSON lines with title and text');
  }
  const topics: { title: string; text: string }[] = readFileSync(options.topics, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  galen.ingestion.startWork({ soleOwner: galen.database.soleOwner });
  const owner = demoPrincipal(undefined);
  const settings = IngestSettings.parse({ collection: 'topics', scope: 'public' });
  for (let i = 0; i < topics.length; i += 100) {
    const files = topics.slice(i, i + 100).map(({ title, text }, j) => ({
      name: `topic-${i + j}.md`,
      bytes: Buffer.from(`# ${title}\n\n${text}\n`),
    }));
    const id = await galen.ingestion.add(owner, settings, files);
    while ((await galen.jobs.get(owner, id))?.finished_at === null) await sleep(200);
  }
}

function summaryOf(r: AnswersReport): string {
  const share = (part: number, of: number) => `${part}/${of} = ${(part / Math.max(1, of)).toFixed(3)}`;
  return [
    `${options.corpus}, ${options.part}`,
    `  answerable: the fact is said      ${share(r.right, r.answerable)}`,
    `  answerable: refused               ${share(r.refused, r.answerable)}`,
    `  neither the fact nor its document ${share(r.beside, r.answerable)}`,
    `  not answerable: refused           ${share(r.unanswerable_refused, r.unanswerable)}`,
    `  right among "high"                ${share(r.high_right, r.high)}`,
    `  calibration error                 ${r.calibration_error.toFixed(3)}`,
  ].join('\n');
}
