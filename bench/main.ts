import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { benchDeskAgents } from './desk-agents.ts';
import { benchEngineOverhead } from './engine-overhead.ts';
import { benchEvidenceTurns } from './evidence-turns.ts';
import { benchFrontGate } from './front-gate.ts';
import { benchMarkdownIngestion } from './markdown-ingestion.ts';
import { benchResearchTurn } from './research-turn.ts';
import { benchSearchAtScale, type ScaleReport } from './search-at-scale.ts';

/**
 * `npm run bench`: every benchmark in one run, printed and written to reports/bench.json. Sizes of the search may be given
 * (`npm run bench -- 100000 300000`); they take minutes each. `npm run bench -- desk` runs that of the desk alone.
 */
const desk = await benchDeskAgents();
console.log(
  'Desk flow: three agents whose tools take 300 ms each; all answering, one after the other, one hanging',
);
console.table(desk);
if (process.argv.includes('desk')) process.exit();

const given = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : [10_000];

const engine = await benchEngineOverhead();
console.log('Engine overhead: the same ten-node graph on raw LangGraph and on the engine, in turns');
console.table(engine);

const frontGate = benchFrontGate();
console.log('Front gate and its checks, clinical messages of 2,000 characters');
console.table(frontGate);

const turns = await benchEvidenceTurns();
console.log('Evidence flow over HTTP, embedded database, no model');
console.table(turns);

const research = await benchResearchTurn();
console.log('Research flow over HTTP: three parts, a model that takes 200 ms a call');
console.table([research]);

const ingestion = await benchMarkdownIngestion();
console.log('Markdown files through the job queue into the embedded database');
console.table(ingestion);

const scale: ScaleReport[] = [];
for (const size of sizes) {
  const report = await benchSearchAtScale(size);
  scale.push(report);
  const { searches, memory_mb, ...rest } = report;
  console.log(`Search among ${report.passages} passages, embedded database`);
  console.table({ ...rest, ...memory_mb });
  console.table(searches);
}

const reports = fileURLToPath(new URL('../reports', import.meta.url));
mkdirSync(reports, { recursive: true });
const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length };
writeFileSync(
  `${reports}/bench.json`,
  `${JSON.stringify({ machine, desk, engine, front_gate: frontGate, turns, research, ingestion, scale }, null, 2)}\n`,
);
