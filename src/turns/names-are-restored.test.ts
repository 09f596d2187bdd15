import { MemorySaver } from '@langchain/langgraph-checkpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApp } from '../app/http/create-app.ts';
import { type Listening, listen } from '../app/http/listen.ts';
import { createLog } from '../app/log.ts';
import { readJson } from '../app/testing/read-json.ts';
import { type RunningGalen, startGalen } from '../app/testing/start-galen.ts';
import type { Answer } from '../domain/answer.ts';
import { defineFlow } from '../engine/define-flow.ts';
import { defineNode } from '../engine/define-node.ts';
import { backGate } from '../flows/shared/back-gate.ts';
import { frontGate } from '../flows/shared/front-gate.ts';
import { openTurn } from '../flows/shared/open-turn.ts';
import { TurnState } from '../flows/shared/turn-state.ts';
import { createBackGate } from '../gates/back/create-back-gate.ts';
import { createNameSeal } from '../gates/front/pii/seal-names.ts';
import type { NameSeal } from '../gates/name-seal.port.ts';
import { createTurns } from './create-turns.ts';
import type { AskFlow } from './run-turn.ts';

const NAME = 'Nguyễn Thị Hoa';
const MESSAGE = `Bệnh nhân ${NAME} đã uống thuốc chưa?`;

let nonces = 0;
function newNonce(): Uint8Array {
  nonces += 1;
  return new Uint8Array(12).fill(nonces);
}
const names = createNameSeal({
  readKey: () => new Uint8Array(32).fill(7),
  newNonce,
});
let server: RunningGalen;
let listening: Listening;
/** What the states of the test flow held when it ended. */
const states: Partial<TurnState>[] = [];

beforeAll(async () => {
  server = await startGalen({ GALEN_SAMPLE_KNOWLEDGE: 'off' });
  const { galen } = server;
  const turns = createTurns({
    conversations: { lastAnswer: async () => null },
    flows: [testFlow('clinic', names), testFlow('consult')],
    records: galen.records,
    audit: galen.audit,
    approvals: { ofRun: async () => [] },
    timeoutMs: 10_000,
    limits: { llm_calls: 0, tokens: 0 },
    maxRuns: 4,
    logProblem: () => {},
    clock: Date.now,
    newId: () => crypto.randomUUID(),
    random: Math.random,
    names,
    checkpointer: new MemorySaver(),
  });
  listening = await listen(createApp({ ...galen, turns }, createLog('silent'), '0.0.0'), 0);
});
afterAll(async () => {
  await listening.close();
  await server.stop();
});

describe('in a flow that names people back', () => {
  it('the asker is told the name, and everything stored keeps the token', async () => {
    const answer = await ask({ message: MESSAGE, flow: 'clinic' });
    expect(answer.message).toBe(`Thank you for asking about ${NAME}.`);
    expect(answer.output).toEqual({ final_response: answer.message });

    const stored = await get(`/v1/runs/${answer.id}`);
    expect(stored).toContain('Thank you for asking about [NAME_1].');
    const replayed = await get(`/v1/runs/${answer.id}/events`);
    expect(replayed).toContain('[NAME_1]');
    const conversation = await get(`/v1/conversations/${answer.conversation_id}`);
    for (const text of [stored, replayed, conversation, await everythingStored()]) {
      expect(text).not.toContain('Hoa');
    }
    expect(await everythingStored()).toContain('asking about [NAME_1]');
  });

  it('the run carries the name sealed, and the question only redacted', async () => {
    states.length = 0;
    await ask({ message: MESSAGE, flow: 'clinic' });
    expect(JSON.stringify(states)).not.toContain('Hoa');
    expect(names.open(states[0]?.sealed_names ?? '')).toEqual({ '[NAME_1]': NAME });
    expect(states[0]?.request?.message).toBe('Bệnh nhân [NAME_1] đã uống thuốc chưa?');
  });

  it('the stream that asked is told the name, and no event before the answer holds it', async () => {
    const response = await post({ message: MESSAGE, flow: 'clinic' }, { accept: 'text/event-stream' });
    const events = (await response.text()).split('\n\n');
    const answers = events.filter((event) => event.includes('event: answer'));
    expect(answers).toHaveLength(1);
    expect(answers[0]).toContain(NAME);
    expect(events.filter((event) => !event.includes('event: answer')).join('')).not.toContain('Hoa');
    const id = response.headers.get('x-galen-run');
    expect(await get(`/v1/runs/${id}/events`)).not.toContain('Hoa');
  });

  it('the same token of an earlier turn, another person, is not given this name', async () => {
    const first = await ask({ message: MESSAGE, flow: 'clinic' });
    const message = 'Còn bệnh nhân Trần Văn Minh thì sao?';
    const { conversation_id } = first;
    const second = await ask({ message, flow: 'clinic', conversation_id });
    expect(second.message).toBe('Thank you for asking about [NAME_1].');
  });
});

describe('in a flow that does not', () => {
  it('the answer keeps the token, and nothing is sealed', async () => {
    states.length = 0;
    expect(await ask({ message: MESSAGE, flow: 'consult' })).toMatchObject({
      message: 'Thank you for asking about [NAME_1].',
    });
    expect(states[0]).not.toHaveProperty('sealed_names');
  });
});

function testFlow(name: 'clinic' | 'consult', seal?: NameSeal): AskFlow {
  const ports = { frontGate: server.galen.frontGate, records: server.galen.records, flow: name };
  const flow = defineFlow({
    name,
    state: TurnState,
    maxSteps: 5,
    start: 'frontGate',
    nodes: {
      frontGate: frontGate({ ...ports, ...(seal ? { names: seal } : {}) }),
      openTurn: openTurn(ports),
      thank: defineNode({
        reads: z.object({ question: z.string() }),
        outcomes: ['thanked'],
        run: ({ question }) => {
          const draft = `Thank you for asking about ${/\[\w+\]/u.exec(question)?.[0]}.`;
          return { outcome: 'thanked' as const, writes: { draft, claims: false } };
        },
      }),
      backGate: backGate({ backGate: createBackGate() }),
    },
    routes: {
      frontGate: { pass: 'openTurn', refuse: 'end' },
      openTurn: { opened: 'thank', crisis: 'backGate' },
      thank: { thanked: 'backGate' },
      backGate: { done: 'end', unsupported: 'end', unsure: 'end' },
    },
  });
  const output: AskFlow['output'] = (answer, state) => {
    states.push(state);
    return { final_response: answer.message };
  };
  return { name, flow, output };
}

function post(body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${listening.port}/v1/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

const ask = (body: object) => readJson<Answer>(post(body));

async function get(path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${listening.port}${path}`);
  expect(response.status).toBe(200);
  return response.text();
}

/** Every row of every table, as text. */
async function everythingStored(): Promise<string> {
  const { db } = server.galen.database;
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
  const texts = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db);
      return rows.map(({ row }) => row).join('\n');
    }),
  );
  return texts.join('\n');
}
