import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { compose } from '../../src/app/compose.ts';
import { loadConfig } from '../../src/app/config.ts';
import { createLog } from '../../src/app/log.ts';
import type { SuiteReport } from './suite.ts';
import { SUITES } from './suites.ts';

/** `galen eval flows`: how the flows read questions when no model helps, with the floors, and in a report. */
const options = new Command('galen eval flows')
  .option('--json', 'print JSON')
  .parse()
  .opts<{ json?: true }>();

const reports = await measure();
const folder = fileURLToPath(new URL('../../reports', import.meta.url));
mkdirSync(folder, { recursive: true });
const written = JSON.stringify(reports, null, 2);
writeFileSync(join(folder, 'flows.json'), `${written}\n`);
if (options.json) console.log(written);
else for (const report of reports) print(report);
const isBelow = reports.some(({ figures }) => figures.some(({ held, floor }) => held < floor));
if (isBelow) process.exitCode = 1;

async function measure(): Promise<SuiteReport[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'galen-eval-'));
  // Nothing but Galen's own rules and its sample knowledge, whatever this machine is set up for.
  const config = loadConfig({
    GALEN_DATA_DIR: dataDir,
    GALEN_EMBED_MODEL: 'hash',
    GALEN_RERANK_MODEL: 'words',
  });
  const galen = await compose({ config, log: createLog('error'), attach: false });
  try {
    const measured: SuiteReport[] = [];
    for (const suite of SUITES) measured.push(await suite(galen));
    return measured;
  } finally {
    await galen.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function print({ name, figures }: SuiteReport): void {
  console.log(name);
  for (const { what, all, tune, held, floor, missed, counts, wrong } of figures) {
    const [a, t, h] = [all, tune, held].map((value) => value.toFixed(3));
    console.log(
      `  ${what}: ${a} (${counts}), tune ${t}, held ${h}, floor of held ${floor}${missed === undefined ? '' : `, misses ${missed}`}`,
    );
    for (const line of wrong) console.log(`    ${line}`);
  }
}
