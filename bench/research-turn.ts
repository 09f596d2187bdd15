import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startGalenProcess } from '../src/app/testing/galen-process.ts';
import { startFakeOpenAi } from '../src/llm/testing/fake-openai.ts';

const MODEL_MS = 200;
const TURNS = 20;
const QUESTION = 'Step-by-step protocol for anaphylaxis management';
const PARTS = [
  'Initial assessment of anaphylaxis',
  'Immediate treatment of anaphylaxis',
  'Monitoring after anaphylaxis',
];
const DRAFT = [
  '1. Serum tryptase taken within a few hours supports the diagnosis, but a normal tryptase does not exclude anaphylaxis [1].',
  '2. Intramuscular adrenaline (epinephrine) is the first-line treatment of anaphylaxis and must not be delayed [1].',
  '3. Symptoms of anaphylaxis can return hours later (biphasic reaction), so observation is needed [1].',
].join('\n');

export interface ResearchTurnReport {
  sub_queries: number;
  model_ms_a_call: number;
  model_calls: number;
  p50_ms: number;
  max_ms: number;
}

/** A research turn of three parts, over HTTP, with a model that takes 200 ms for every answer; records and audit included. */
export async function benchResearchTurn(): Promise<ResearchTurnReport> {
  const folder = await mkdtemp(join(tmpdir(), 'galen-bench-'));
  const model = await startFakeOpenAi((request) => {
    const isAnswer = request.body.stream === true;
    const text = isAnswer
      ? DRAFT
      : JSON.stringify({ sub_queries: PARTS, queries: PARTS, type: 'MULTI_STEP' });
    return { kind: 'says-late', text, afterMs: MODEL_MS };
  });
  const server = await startGalenProcess(folder, {
    GALEN_MODEL: 'openai-compatible/bench',
    GALEN_MODEL_URL: model.url,
  });
  try {
    const times: number[] = [];
    for (let turn = 0; turn <= TURNS; turn += 1) {
      const started = performance.now();
      // Each another question, or the answer would come from the cache; the first one warms up and does not count.
      const body = JSON.stringify({ message: `${QUESTION} ${'!'.repeat(turn + 1)}`, flow: 'research' });
      const response = await fetch(`${server.url}/v1/ask`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      if (!response.ok) throw new Error(`a turn failed: ${response.status}`);
      await response.json();
      if (turn > 0) times.push(performance.now() - started);
    }
    times.sort((a, b) => a - b);
    return {
      sub_queries: PARTS.length,
      model_ms_a_call: MODEL_MS,
      model_calls: model.requests.length / (TURNS + 1),
      p50_ms: Math.round(times[Math.floor(times.length / 2)] ?? 0),
      max_ms: Math.round(times.at(-1) ?? 0),
    };
  } finally {
    server.kill('SIGTERM');
    await server.exited;
    await model.close();
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table([await benchResearchTurn()]);
