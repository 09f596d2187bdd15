import { readFileSync } from 'node:fs';
import { startGalenProcess } from '../src/app/testing/galen-process.ts';

const ROUNDS = 4;
/** Long enough for the vectors to be read into memory after the first search. */
const WARM_UP_MS = 15_000;

/** Resident memory in MB. */
export interface ServerMemory {
  server: number;
  database: number;
}

/** Starts the built server on a data folder, searches over HTTP, and reads what its processes hold then. */
export async function measureServerMemory(
  dataDir: string,
  questions: readonly string[],
): Promise<ServerMemory> {
  const server = await startGalenProcess(dataDir, { GALEN_SAMPLE_KNOWLEDGE: 'off' });
  try {
    await search(server.url, questions[0] ?? '');
    await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const question of questions) await search(server.url, question);
    const database = server.databasePid();
    if (database === null) throw new Error('memory is read from /proc, which is not here');
    return { server: residentMb(server.pid), database: residentMb(database) };
  } finally {
    server.kill('SIGTERM');
    await server.exited;
  }
}

async function search(url: string, query: string): Promise<void> {
  const response = await fetch(`${url}/v1/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, limit: 10 }),
  });
  if (!response.ok) throw new Error(`a search ended with ${response.status}`);
  await response.arrayBuffer();
}

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+) kB/u.exec(status)?.[1]) / 1_024);
}
