import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { compose, type Galen } from '../../src/app/compose.ts';
import { loadConfig } from '../../src/app/config.ts';
import { createLog } from '../../src/app/log.ts';
import { type EndToEnd, measureEndToEnd } from './end-to-end.ts';
import { measureEveryday, shown } from './everyday.ts';
import { figureOf } from './floors.ts';
import { loadSets } from './load-sets.ts';
import { type DeskReport, measureDesk, measurePolicyConflicts } from './measure.ts';

/** `galen eval desk`: how the desk routes, settles and calculates by rules alone, part by part and as a whole. */
const options = new Command('galen eval desk').option('--json', 'print JSON').parse().opts<{ json?: true }>();

const sets = await loadSets();
const report = {
  ...measureDesk(sets),
  policy_conflicts: measurePolicyConflicts(sets.policyConflicts),
  // Sums by rules alone; questions by the models that ship too.
  ...(await withGalen({ GALEN_EMBED_MODEL: 'hash', GALEN_RERANK_MODEL: 'words' }, async (galen) => ({
    arithmetic_end_to_end: await measureEndToEnd(galen, sets.arithmetic),
    everyday_arithmetic: await measureEndToEnd(galen, sets.everydayArithmetic),
  }))),
  ...(await withGalen({ GALEN_RERANK_TIMEOUT_MS: '60000' }, async (galen) => ({
    everyday: await measureEveryday(galen, {
      questions: sets.everydayQuestions,
      unanswerable: sets.unanswerable,
    }),
  }))),
};
const folder = fileURLToPath(new URL('../../reports', import.meta.url));
mkdirSync(folder, { recursive: true });
const written = JSON.stringify(report, null, 2);
writeFileSync(join(folder, 'desk.json'), `${written}\n`);
if (options.json) console.log(written);
else {
  for (const split of ['tune', 'held', 'all'] as const) print(split, report[split]);
  const { right, of } = report.policy_conflicts;
  console.log(`conflicts put into the policies: ${right}/${of} detected`);
  for (const split of ['tune', 'held'] as const) {
    printSums(`${split} arithmetic by the whole flow`, report.arithmetic_end_to_end[split]);
    printSums(`${split} arithmetic in people's own words`, report.everyday_arithmetic[split]);
    const everyday = report.everyday[split];
    const { right: told, of: asked } = shown(everyday);
    const { answer, sum, related, nothing } = everyday.unanswerable;
    console.log(
      `${split} questions in people's own words: ${told}/${asked} = ${(told / asked).toFixed(3)} shown the rule, ` +
        `${everyday.answerable.answer.right + everyday.answerable.sum.right} of them as an answer`,
    );
    console.log(
      `${split} questions that no rule answers: ${answer} answered, ${sum} calculated, ${related} called related, ${nothing} refused`,
    );
  }
}

function printSums(name: string, { right, of, wrong, unstated }: EndToEnd): void {
  console.log(
    `${name}: ${right}/${of} = ${(right / of).toFixed(3)} right, ${wrong.length} wrong, ${unstated.length} not stated`,
  );
}

/** Galen and its sample knowledge, whatever this machine is set up for. */
async function withGalen<Result>(
  settings: Record<string, string>,
  use: (galen: Galen) => Promise<Result>,
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'galen-eval-'));
  const config = loadConfig({ GALEN_DATA_DIR: dataDir, ...settings });
  const galen = await compose({ config, log: createLog('error'), attach: false });
  try {
    await galen.indexed();
    return await use(galen);
  } finally {
    await galen.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function print(split: string, measured: DeskReport): void {
  for (const [name, share] of Object.entries(measured)) {
    const { wrong } = share;
    // The report's own keys.
    console.log(figureOf(split, name as keyof DeskReport, share));
    if (split === 'tune' && wrong.length > 0 && !name.startsWith('false_'))
      console.log(`  wrong: ${wrong.join(', ')}`);
  }
}
