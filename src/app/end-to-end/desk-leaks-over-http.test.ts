import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Answer } from '../../domain/answer.ts';
import { DeskFailure } from '../../domain/desk-output.ts';
import { isLongRun, sampleOrAll } from '../../domain/testing/long-runs.ts';
import { chunkDocument } from '../../retrieval/ingest/chunk-document.ts';
import { DEMO_TENANT } from '../auth/demo-principals.ts';
import { sampleSettings } from '../desk-settings.ts';
import {
  accessIn,
  type LeakCase,
  LOG_QUESTIONS,
  leakCases,
  mayRead,
  mayReadTheLogs,
  type Policy,
  QUESTIONS,
} from '../testing/leak-cases.ts';
import { readEvents } from '../testing/read-events.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';
import { stripVolatile } from '../testing/strip-volatile.ts';

const RUNS = sampleOrAll(6, 12);
/** Of the sample: among its houses are some where insiders are told what others may not read. */
const SEED = 1;
const SECRET_LINE = 'login failed at the vault';
const LOG = `2026-01-05T10:10:00+07:00 ${SECRET_LINE}\n2026-01-06T22:10:00+07:00 ${SECRET_LINE} again\n`;

/** A house, and the same house without what the asker may not read. */
interface House {
  server: RunningGalen;
  logs: string;
  stored: Set<string>;
}

const folder = mkdtempSync(join(tmpdir(), 'galen-leaks-'));
let whole: House;
let without: House;
beforeAll(async () => {
  // One after the other: side by side, tasks end in an order that is nobody's secret and differs from run to run.
  const desk = sampleSettings().replace(
    'enable_parallel_execution: true',
    'enable_parallel_execution: false',
  );
  expect(desk).toContain('enable_parallel_execution: false');
  writeFileSync(join(folder, 'desk.yaml'), desk);
  whole = await house('whole');
  without = await house('without');
});
afterAll(async () => {
  await whole.server.stop();
  await without.server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function house(name: string): Promise<House> {
  const logs = join(folder, `logs-${name}`);
  const server = await startGalen({
    GALEN_SAMPLE_KNOWLEDGE: 'off',
    GALEN_DESK_FILE: join(folder, 'desk.yaml'),
    GALEN_DESK_LOG_DIR: logs,
  });
  return { server, logs, stored: new Set() };
}

describe('what an asker may not read', () => {
  it('changes nothing of what they are told over HTTP, and no word of it reaches them', async () => {
    const seen = { hidden: 0, insiders: 0, logs: 0 };
    await fc.assert(
      fc.asyncProperty(leakCases, async (one) => {
        const access = accessIn(one);
        const readable = one.documents.filter((document) => mayRead(access, document));
        const hidden = one.documents.filter((document) => !mayRead(access, document));
        const logs = mayReadTheLogs(access);
        await furnish(whole, one.documents, LOG);
        // Where there are no logs at all, whoever asks them fails.
        await furnish(without, readable, logs ? LOG : null);
        const told = await everythingTold(whole, one);
        const text = JSON.stringify(told.asker);
        for (const { id, title, url } of hidden) {
          for (const part of [id, title, url ?? title, id.replace('policy-', '')])
            expect(text).not.toContain(part);
        }
        if (!logs) expect(text).not.toMatch(/vault|log_tool|lines of the logs|dòng nhật ký|auth\.log/u);
        const other = await everythingTold(without, one);
        for (const [i, step] of told.asker.entries()) expect(other.asker[i]).toEqual(step);
        seen.hidden += hidden.length;
        seen.insiders += hidden.some(({ title }) => told.insider.includes(title)) ? 1 : 0;
        seen.logs += told.insider.includes(SECRET_LINE) ? 1 : 0;
      }),
      // A failure tells its seed and its case; there is no time to look for a smaller one.
      { numRuns: RUNS, endOnFailure: true, ...(isLongRun ? {} : { seed: SEED }) },
    );
    // Others were told what was hidden, just before and in the same words: there was something to leak.
    expect(seen.hidden).toBeGreaterThan(RUNS);
    expect(seen.insiders).toBeGreaterThan(0);
    expect(seen.logs).toBeGreaterThan(0);
  }, 900_000);

  it('is in no error: what failed is told, not on what', async () => {
    const [secret] = fc.sample(leakCases, { numRuns: 1, seed: 7 })[0]?.documents ?? [];
    if (!secret) throw new Error('no case without documents');
    const one: LeakCase = {
      documents: [],
      asker: 'staff-hr',
      user_context: {},
      agents: undefined,
      language: 'en',
      question: 2,
    };
    const failing = (reason: string) => async () => Promise.reject(new Error(reason));
    vi.spyOn(whole.server.galen.passages, 'search').mockImplementation(
      failing(`while reading ${secret.title}: ${secret.text}`),
    );
    vi.spyOn(without.server.galen.passages, 'search').mockImplementation(failing('unreachable'));
    await furnish(whole, [], LOG);
    await furnish(without, [], null);
    const [told, other] = [await everythingTold(whole, one), await everythingTold(without, one)];
    vi.restoreAllMocks();
    expect(JSON.stringify(told.asker)).toContain('AGENT_EXECUTION_FAILED');
    expect(JSON.stringify(told.asker)).not.toContain(secret.id.replace('policy-', ''));
    for (const [i, step] of told.asker.entries()) expect(other.asker[i]).toEqual(step);
  });

  it('is not where logs are kept, for those who may read them', async () => {
    await furnish(without, [], null);
    const response = await post(without, '/v1/desk', { query: LOG_QUESTIONS.en[0] }, 'staff-it');
    const answer = Answer.parse(await response.json());
    expect(DeskFailure.parse(answer.output).partial_results.it).toEqual({
      status: 'failed',
      error: 'Tool error',
    });
    expect(JSON.stringify(answer)).not.toContain(folder);
  });
});

async function furnish({ server, logs, stored }: House, documents: readonly Policy[], log: string | null) {
  const { passages } = server.galen;
  for (const id of stored) await passages.removeDocument(DEMO_TENANT, id);
  stored.clear();
  if (documents.length > 0)
    await passages.replaceDocuments(
      documents.map(({ supersedes, ...document }) => ({
        document,
        passages: chunkDocument(document),
        fingerprint: document.text,
        supersedes,
      })),
    );
  for (const { id } of documents) stored.add(id);
  await passages.refresh();
  rmSync(logs, { recursive: true, force: true });
  if (log === null) return;
  mkdirSync(logs);
  writeFileSync(join(logs, 'auth.log'), log);
}

/** All that an asker is told in two turns on two subjects, each right after someone who may read everything asked the same. */
async function everythingTold(place: House, { asker, user_context, agents, language, question }: LeakCase) {
  const told: unknown[] = [];
  const insiders: string[] = [];
  const tell = async (response: Response) => {
    const body: unknown = await response.json();
    told.push({ ...envelopeOf(response), body });
    return body;
  };
  const more = { user_context, ...(agents ? { agents } : {}) };
  for (const [first, second] of [QUESTIONS[language][question] ?? ['', ''], LOG_QUESTIONS[language]]) {
    const insider = await (
      await post(place, '/v1/desk', { query: first, ...(agents ? { agents } : {}) }, 'admin')
    ).text();
    insiders.push(insider);
    const theirs = Answer.parse(JSON.parse(insider));

    const own = Answer.parse(await tell(await post(place, '/v1/desk', { query: first, ...more }, asker)));
    const { id, conversation_id } = own;
    const streamed = await post(
      place,
      '/v1/ask',
      { message: second, flow: 'desk', conversation_id, desk: more },
      asker,
      { accept: 'text/event-stream' },
    );
    told.push({ ...envelopeOf(streamed), events: await readEvents(streamed) });
    const history_chat = [{ role: 'user', content: first }];
    await tell(await post(place, '/v1/desk', { query: second, history_chat, ...more }, asker));
    for (const path of [`conversations/${conversation_id}`, `runs/${id}`, `runs/${id}/events`])
      await tell(await get(place, `/v1/${path}`, asker));

    // Another's turn is nobody else's to read or to go on with.
    const { conversation_id: another } = theirs;
    for (const path of [`conversations/${another}`, `runs/${theirs.id}`, `runs/${theirs.id}/events`])
      expect(await tell(await get(place, `/v1/${path}`, asker))).toMatchObject({
        error: { code: 'NOT_FOUND' },
      });
    await tell(
      await post(place, '/v1/ask', { message: second, flow: 'desk', conversation_id: another }, asker),
    );
  }
  return { asker: told.map(stripVolatile), insider: insiders.join('\n') };
}

/** Without what follows from the time and the ids. */
function envelopeOf({ status, headers }: Response) {
  return {
    status,
    headers: [...headers].filter(([name]) => !/^(?:date|content-length|x-galen-run)$/u.test(name)),
  };
}

function post(
  { server }: House,
  path: string,
  body: object,
  as: string,
  headers: Record<string, string> = {},
) {
  return server.post(path, body, { 'x-galen-as': as, ...headers });
}

function get({ server }: House, path: string, as: string): Promise<Response> {
  return fetch(server.url + path, { headers: { 'x-galen-as': as } });
}
