import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startGalenProcess } from '../src/app/testing/galen-process.ts';

const ROUNDS = 12;
const PATIENT = 'gal-0001';
const QUESTIONS = [
  'potassium?',
  'K+ and creat trend this year',
  'current meds',
  'BP on last visit',
  'kali máu gần nhất?',
];

export interface ChartQuestionReport {
  questions: number;
  p50_ms: number;
  p95_ms: number;
  max_ms: number;
}

/** Questions about the open chart of the embedded database, over HTTP, one after the other, without a model; records and audit included. */
export async function benchChartQuestion(): Promise<ChartQuestionReport> {
  const folder = await mkdtemp(join(tmpdir(), 'galen-bench-'));
  const server = await startGalenProcess(folder);
  try {
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const message of QUESTIONS) {
        const started = performance.now();
        const response = await fetch(`${server.url}/v1/ask`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-galen-as': 'clinician' },
          body: JSON.stringify({ message, flow: 'clinic', patient_id: PATIENT }),
        });
        if (!response.ok) throw new Error(`a turn failed: ${response.status}`);
        await response.json();
        // The first round warms up and does not count.
        if (round > 0) times.push(performance.now() - started);
      }
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
    return { questions: times.length, p50_ms: at(0.5), p95_ms: at(0.95), max_ms: at(1) };
  } finally {
    server.kill('SIGTERM');
    await server.exited;
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.table([await benchChartQuestion()]);
