import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { benchChartQuestion } from './chart-question.ts';
import { benchDeskAgents } from './desk-agents.ts';
import { benchEngineOverhead } from './engine-overhead.ts';
import { benchEvidenceTurns } from './evidence-turns.ts';
import { benchFrontGate } from './front-gate.ts';
import { benchMarkdownIngestion } from './markdown-ingestion.ts';
import { benchPage } from './page.ts';
import { benchResearchTurn } from './research-turn.ts';
import { benchSearchAtScale, type ScaleReport } from './search-at-scale.ts';

/**
 * `npm run bench`: every benchmark in one run, printed and written to reports/bench.json. Sizes of the search may be given
 * (`npm run bench -- 100000 300000`); they take minutes each. `npm run bench -- desk` and `npm run bench -- page` measure the
 * desk and the page alone.
 */
const [only] = process.argv.slice(2);
if (only === 'page') {
  await reportPage();
  process.exit();
}
const desk = await benchDeskAgents();
console.log(
  'Desk flow: three agents whose tools take 300 ms each; all answering, one after the other, one hanging',
);
console.table(desk);
if (only === 'desk') process.exit();

const given = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : [10_000];

const engine = await benchEngineOverhead();
console.log('Engine overhead: the same ten-node graph on raw LangGraph and on the engine, in turns');
console.table(engine);

const frontGate = await benchFrontGate();
console.log('Front gate and its checks, clinical messages of 2,000 characters');
console.table(frontGate);

const turns = await benchEvidenceTurns();
console.log('Evidence flow over HTTP, embedded database, no model');
console.table(turns);

const research = await benchResearchTurn();
console.log('Research flow over HTTP: three parts, a model that takes 200 ms a call');
console.table([research]);

const chart = await benchChartQuestion();
console.log('Chart question: the clinic flow over HTTP, embedded chart, no model');
console.table([chart]);

const ingestion = await benchMarkdownIngestion();
console.log('Markdown files through the job queue into the embedded database');
console.table(ingestion);

const page = await reportPage();

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
  `${JSON.stringify({ machine, desk, engine, front_gate: frontGate, turns, research, chart_question: chart, ingestion, page, scale }, null, 2)}\n`,
);

async function reportPage() {
  const report = await benchPage();
  if (report === null) {
    console.log('The page was not measured: it needs Debian’s Chromium');
    return null;
  }
  const { scroll, first_paint_ms, ...load } = report;
  console.log('The page over the loopback: compressed kB, first contentful paint in ms');
  console.table([{ ...load, ...first_paint_ms }]);
  console.log('Scrolling through a conversation of 300 messages: time between frames, turns drawn at once');
  console.table([scroll]);
  return report;
}
