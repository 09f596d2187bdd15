import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GalenProcess, startGalenProcess } from '../src/app/testing/galen-process.ts';
import { readyFolder } from '../src/app/testing/ready-folder.ts';
import { Answer } from '../src/domain/answer.ts';
import type { Message } from '../src/domain/run-record.ts';

let folder: string;
let server: GalenProcess;
beforeAll(async () => {
  folder = await readyFolder();
  server = await startGalenProcess(folder);
});
afterAll(async () => {
  server.kill('SIGTERM');
  await server.exited;
  await rm(folder, { recursive: true, force: true });
});

async function send(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(server.url + path, {
    method,
    headers: { 'content-type': 'application/json', 'x-galen-as': 'patient' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}
const ask = async (message: string, more: object = {}) =>
  Answer.parse(
    await send('POST', '/v1/ask', { message, flow: 'consult', role: 'patient_diabetes', ...more }),
  );

/** The topics of the notes in a turn's trace. */
async function notesOf({ id }: Answer): Promise<Record<string, unknown>[]> {
  const { events } = (await send('GET', `/v1/runs/${id}/events`)) as {
    events: { type: string; data: never }[];
  };
  return events.filter(({ type }) => type === 'note').map(({ data }) => data);
}

describe('conversations', () => {
  it('go on after the server was killed: a follow-up is still understood', async () => {
    const first = await ask('Hạ đường huyết là gì?');
    expect(first.citations.length).toBeGreaterThan(0);
    server.kill('SIGKILL');
    await server.exited;
    server = await startGalenProcess(folder);
    const second = await ask('Còn khi ngủ thì sao?', { conversation_id: first.conversation_id });
    const { messages } = (await send('GET', `/v1/conversations/${first.conversation_id}`)) as {
      messages: Message[];
    };
    expect(messages.map(({ author }) => author)).toEqual(['asker', 'galen', 'asker', 'galen']);
    expect(messages[3]?.answer?.id).toBe(second.id);
    const searched = second.abstained?.searched.query ?? second.output.retrieval_query ?? second.message;
    expect(String(searched)).toMatch(/đường huyết/iu);
  });

  it('order turns that come at once: each answer stands behind its question, and sees those before it', async () => {
    const { conversation_id } = await ask('Insulin là gì?');
    const questions = ['Insulin tiêm ở đâu?', 'Bảo quản insulin thế nào?', 'Hạ đường huyết xử trí ra sao?'];
    const answers = await Promise.all(questions.map((question) => ask(question, { conversation_id })));
    const { messages } = (await send('GET', `/v1/conversations/${conversation_id}`)) as {
      messages: Message[];
    };
    expect(messages.map(({ author }) => author)).toEqual(
      Array.from({ length: 4 }, () => ['asker', 'galen']).flat(),
    );
    for (const [i, { run_id }] of messages.entries()) expect(run_id).toBe(messages[i - (i % 2)]?.run_id);
    // They waited for one another; none took the answer of another for its own.
    for (const [i, answer] of answers.entries()) {
      const at = messages.findIndex(({ run_id, author }) => run_id === answer.id && author === 'asker');
      expect(messages[at]?.text).toBe(questions[i]);
      expect(messages[at + 1]?.answer?.message).toBe(answer.message);
    }
    const waited = await Promise.all(answers.map(notesOf));
    expect(waited.flat().filter(({ topic }) => topic === 'waits-for-earlier-turn').length).toBeGreaterThan(0);
  });

  it('remember across conversations what the asker told, once they ask for it, and show it', async () => {
    await ask('Tôi bị đái tháo đường típ 2');
    expect(await send('GET', '/v1/memories')).toEqual({ remembering: false, memories: [] });
    await send('PATCH', '/v1/memories', { remembering: true });
    await ask('Tôi bị đái tháo đường típ 2');
    expect(await send('GET', '/v1/memories')).toMatchObject({
      memories: [{ kind: 'condition', text: 'đái tháo đường típ 2' }],
    });
    const later = await ask('Tôi nên ăn trái cây gì?');
    const used = (await notesOf(later)).find(({ topic }) => topic === 'memories-used');
    expect(used).toMatchObject({ memories: [{ text: 'đái tháo đường típ 2' }] });
    await send('PATCH', '/v1/memories', { remembering: false });
    const after = await ask('Tôi nên ăn trái cây gì?');
    expect((await notesOf(after)).map(({ topic }) => topic)).not.toContain('memories-used');
  });
});
