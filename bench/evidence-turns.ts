import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import autocannon from 'autocannon';
import { startGalenProcess } from '../src/app/testing/galen-process.ts';
import { sampleQuestions } from '../src/app/testing/sample-questions.ts';

const SECONDS = 8;
const WARM_UP_SECONDS = 3;
const QUESTIONS = 100;

export interface TurnsReport {
  connections: number;
  turns_per_second: number;
  p50_ms: number;
  p97_5_ms: number;
  failed: number;
}

/** Turns of the evidence flow a second, over HTTP, on the embedded default without a model, records and audit included. */
export async function benchEvidenceTurns(): Promise<TurnsReport[]> {
  const folder = await mkdtemp(join(tmpdir(), 'galen-bench-'));
  const server = await startGalenProcess(folder);
  try {
    const questions = await sampleQuestions(QUESTIONS);
    await fire(server.url, questions, 2, WARM_UP_SECONDS);
    const reports: TurnsReport[] = [];
    for (const connections of [1, 4, 16])
      reports.push(await fire(server.url, questions, connections, SECONDS));
    return reports;
  } finally {
    server.kill('SIGTERM');
    await server.exited;
    await rm(folder, { recursive: true, force: true });
  }
}

async function fire(
  url: string,
  questions: string[],
  connections: number,
  duration: number,
): Promise<TurnsReport> {
  const result = await autocannon({
    url: `${url}/v1/ask`,
    connections,
    duration,
    requests: questions.map((message) => ({
      method: 'POST' as const,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message, flow: 'evidence' }),
    })),
  });
  return {
    connections,
    turns_per_second: Math.round(result['2xx'] / result.duration),
    p50_ms: result.latency.p50,
    p97_5_ms: result.latency.p97_5,
    failed: result.non2xx + result.errors,
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await benchEvidenceTurns());
