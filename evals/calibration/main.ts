import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { compose } from '../../src/app/compose.ts';
import { loadConfig } from '../../src/app/config.ts';
import { createLog } from '../../src/app/log.ts';
import { loadQuestions } from './load-questions.ts';
import { type CalibrationReport, measureCalibration, type SplitReport } from './measure.ts';

/** `galen eval calibration`: who is told that nothing was found, and who should have been. */
const options = new Command('galen eval calibration')
  .option('--json', 'print JSON')
  .parse()
  .opts<{ json?: true }>();

const report = await evaluate();
const folder = fileURLToPath(new URL('../../reports', import.meta.url));
mkdirSync(folder, { recursive: true });
const written = JSON.stringify(report, null, 2);
writeFileSync(join(folder, 'calibration.json'), `${written}\n`);
if (options.json) console.log(written);
else for (const part of ['tune', 'held', 'all'] as const) print(part, report[part]);

async function evaluate(): Promise<CalibrationReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'galen-eval-'));
  // Nothing but Galen's own rules and its sample knowledge, whatever this machine is set up for.
  const config = loadConfig({
    GALEN_DATA_DIR: dataDir,
    GALEN_EMBED_MODEL: 'hash',
    GALEN_RERANK_MODEL: 'words',
  });
  const galen = await compose({ config, log: createLog('error'), attach: false });
  try {
    return await measureCalibration(galen, await loadQuestions());
  } finally {
    await galen.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function print(part: string, { off_topic, answerable }: SplitReport): void {
  const kept = answerable.asked - answerable.refused.length;
  console.log(
    `${part}: off-topic refused ${off_topic.refused}/${off_topic.asked}, answerable refused ` +
      `${answerable.refused.length}/${answerable.asked}, named document cited ${answerable.named_document_cited}/${kept}`,
  );
  if (part === 'all') return;
  for (const line of off_topic.answered) console.log(`  answered: ${line}`);
  for (const line of answerable.refused) console.log(`  refused: ${line}`);
  for (const line of answerable.other_documents) console.log(`  other document: ${line}`);
}
