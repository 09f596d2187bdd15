import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GalenProcess, startGalenProcess } from '../src/app/testing/galen-process.ts';
import { readEvents } from '../src/app/testing/read-events.ts';
import { readJson } from '../src/app/testing/read-json.ts';
import { readyFolder } from '../src/app/testing/ready-folder.ts';
import type { Answer } from '../src/domain/answer.ts';
import type { AuditVerdict } from '../src/domain/audit-entry.ts';
import type { Message, RunRecord } from '../src/domain/run-record.ts';
import { isLongRun, sampleOrAll } from '../src/domain/testing/long-runs.ts';
import { seededRandom } from '../src/domain/testing/seeded-random.ts';

const KILLS = sampleOrAll(8, 50);
const CLIENTS = 3;
/** A turn sends about eighteen events: the kills fall into the first, second or third turn of the clients. */
const MOST_EVENTS = 90;
/** Fifty starts of a server: minutes, and many of them on a busy machine. */
const LIMIT_MS = 1_500_000;
/** The folder has its knowledge; a start need not look at it again. */
const LOADED = { GALEN_SAMPLE_KNOWLEDGE: 'off' };

interface Acknowledged {
  run: string;
  question: string;
  /** What the client was told, if it was told. */
  answer: Answer | null;
}

let folder: string;
beforeAll(async () => {
  folder = await readyFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('kill -9 at any point of a turn', () => {
  it(`loses no acknowledged message and leaves no run in limbo, ${KILLS} times`, {
    timeout: LIMIT_MS,
  }, async () => {
    const seed = isLongRun ? Date.now() % 2 ** 31 : 20_240_607;
    console.log(`torture seed ${seed}`);
    const random = seededRandom(seed);
    const acknowledged: Acknowledged[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = await startGalenProcess(folder, LOADED);
      const lastEvent = Math.floor(random() * MOST_EVENTS);
      let events = 0;
      // At a random event, or, for the very first ones, while the first questions are being stored.
      const onEvent = () => {
        if (events === lastEvent) killSomething(server, kill);
        events += 1;
      };
      const clients = Array.from({ length: CLIENTS }, (_, i) =>
        askUntilDead(server, `${kill}.${i}`, acknowledged, onEvent),
      );
      onEvent();
      await Promise.all([server.exited, ...clients]);
    }
    expect(acknowledged.length).toBeGreaterThan(KILLS);

    const server = await startGalenProcess(folder, LOADED);
    try {
      const statuses: string[] = [];
      for (const turn of acknowledged) statuses.push(await statusOf(server, turn));
      // The kills have hit turns that were under way, or the test has proven nothing.
      expect(statuses).toContain('interrupted');
      expect(statuses).toContain('done');
      expect(new Set(statuses)).toEqual(new Set(['done', 'interrupted']));

      const verdict = await readJson<AuditVerdict>(fetch(`${server.url}/v1/audit/verify`));
      expect(verdict.first_problem).toBeNull();
      expect(verdict.entries).toBeGreaterThanOrEqual(acknowledged.length);
    } finally {
      server.kill('SIGTERM');
      await server.exited;
    }
  });
});

/** The server, and every third time its database a moment before it. */
function killSomething(server: GalenProcess, kill: number): void {
  const database = kill % 3 === 0 ? server.databasePid() : null;
  if (database !== null) process.kill(database, 'SIGKILL');
  server.kill('SIGKILL');
}

async function askUntilDead(
  server: GalenProcess,
  name: string,
  acknowledged: Acknowledged[],
  onEvent: () => void,
): Promise<void> {
  for (let n = 0; ; n += 1) {
    const question = `Does aspirin prevent pre-eclampsia? (${name}.${n})`;
    try {
      const response = await fetch(`${server.url}/v1/ask`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ message: question }),
      });
      const run = response.headers.get('x-galen-run');
      // A turn whose database was killed under it may be refused, never half taken.
      if (run === null) continue;
      const turn: Acknowledged = { run, question, answer: null };
      acknowledged.push(turn);
      let counted = 0;
      await readEvents(response, (events) => {
        for (; counted < events.length; counted += 1) onEvent();
        const last = events.at(-1);
        // The test asserts below that this is what was stored.
        if (last?.type === 'answer') turn.answer = last.data as unknown as Answer;
        return false;
      });
    } catch {
      // The server is gone: that is the point.
      return;
    }
  }
}

/** Asserts that a turn is stored as its client knew it, and gives its status. */
async function statusOf({ url }: GalenProcess, turn: Acknowledged): Promise<string> {
  const response = await fetch(`${url}/v1/runs/${turn.run}`);
  expect({ run: turn.run, status: response.status }).toEqual({ run: turn.run, status: 200 });
  const run = await readJson<RunRecord>(response);
  expect(run.question).toBe(turn.question);
  if (turn.answer) expect(run.answer).toEqual(turn.answer);
  const { messages } = await readJson<{ messages: Message[] }>(
    fetch(`${url}/v1/conversations/${run.conversation_id}`),
  );
  const authors = messages.map(({ author }) => author);
  expect(authors).toEqual(run.status === 'done' ? ['asker', 'galen'] : ['asker']);
  expect(messages[0]?.text).toBe(turn.question);
  return run.status;
}
