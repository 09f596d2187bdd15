import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { benchEngineOverhead } from './engine-overhead.ts';
import { benchEvidenceTurns } from './evidence-turns.ts';

/** `npm run bench`: every benchmark in one run, printed and written to reports/bench.json. */
const engine = await benchEngineOverhead();
console.log('Engine overhead: the same ten-node graph on raw LangGraph and on the engine, in turns');
console.table(engine);

const turns = await benchEvidenceTurns();
console.log('Evidence flow over HTTP, embedded database, no model');
console.table(turns);

const reports = fileURLToPath(new URL('../reports', import.meta.url));
mkdirSync(reports, { recursive: true });
const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length };
writeFileSync(`${reports}/bench.json`, `${JSON.stringify({ machine, engine, turns }, null, 2)}\n`);
