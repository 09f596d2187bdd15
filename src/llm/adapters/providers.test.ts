import { afterEach, describe, expect, it } from 'vitest';
import { GalenError } from '../../domain/errors.ts';
import { createGateway } from '../create-gateway.ts';
import type { ModelHandle } from '../model-request.ts';
import { startFakeAnthropic } from '../testing/fake-anthropic.ts';
import { startFakeGoogle } from '../testing/fake-google.ts';
import { type FakeModelServer, says, status } from '../testing/fake-model-server.ts';
import { startFakeOllama } from '../testing/fake-ollama.ts';
import { startFakeOpenAi } from '../testing/fake-openai.ts';
import { testContext } from '../testing/gateway-context.ts';
import {
  answerFreely,
  GOOD_JSON,
  GOOD_KIND,
  GOOD_TEXT,
  INPUT,
  sortQuestion,
} from '../testing/sample-tasks.ts';
import { createModelHandle, parseModelId } from './providers.ts';

const SETTINGS = { taskTimeoutMs: 8_000, firstTokenMs: 6_000, backoffBaseMs: 2 };

let server: FakeModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const gatewayTo = (main: ModelHandle) =>
  createGateway({ main, fast: null, fallbacks: [], settings: SETTINGS });

describe.each([
  {
    provider: 'openai' as const,
    start: startFakeOpenAi,
    path: '/v1/chat/completions',
    streamPath: '/v1/chat/completions',
    auth: { authorization: 'Bearer key-1' },
  },
  {
    provider: 'openai-compatible' as const,
    start: startFakeOpenAi,
    path: '/v1/chat/completions',
    streamPath: '/v1/chat/completions',
    auth: { authorization: 'Bearer key-1' },
  },
  {
    provider: 'anthropic' as const,
    start: startFakeAnthropic,
    path: '/v1/messages',
    streamPath: '/v1/messages',
    auth: { 'x-api-key': 'key-1' },
  },
  {
    provider: 'google' as const,
    start: startFakeGoogle,
    path: '/v1beta/models/fake-model:generateContent',
    streamPath: '/v1beta/models/fake-model:streamGenerateContent?alt=sse',
    auth: { 'x-goog-api-key': 'key-1' },
  },
  {
    provider: 'ollama' as const,
    start: startFakeOllama,
    path: '/api/chat',
    streamPath: '/api/chat',
    auth: { authorization: 'Bearer key-1' },
  },
])('$provider', ({ provider, start, path, streamPath, auth }) => {
  const connect = async (script: Parameters<typeof start>[0]) => {
    server = await start(script);
    const access = { urls: { [provider]: server.url }, apiKeys: { [provider]: 'key-1' } };
    return { server, gateway: gatewayTo(createModelHandle(`${provider}/fake-model`, access)) };
  };

  it('gets a structured answer from the right address with its key', async () => {
    const { server, gateway } = await connect([says(GOOD_JSON)]);
    const { context } = testContext();
    const result = await gateway.run(sortQuestion, INPUT, context);
    expect(result).toEqual({ output: GOOD_KIND, by: `${provider}/fake-model`, degraded: null });
    expect(server.requests[0]).toMatchObject({ path, headers: auth });
    expect(context.budget.spent()).toEqual({ llm_calls: 1, input_tokens: 11, output_tokens: 7 });
  });

  it('reads free text from a stream, and shows nothing of it unchecked', async () => {
    const { server, gateway } = await connect([says(GOOD_TEXT)]);
    const { context, streamed } = testContext();
    expect(await gateway.run(answerFreely, INPUT, context)).toMatchObject({
      output: GOOD_TEXT,
      degraded: null,
    });
    expect(streamed()).toBe('');
    expect(server.requests[0]).toMatchObject({ path: streamPath, headers: auth });
  });

  it.each([429, 529])('retries %d three times in all, structured or not', async (code) => {
    const { server, gateway } = await connect([status(code)]);
    expect((await gateway.run(sortQuestion, INPUT, testContext().context)).degraded).toBe('overload');
    expect(server.requests).toHaveLength(3);
    server.script([status(code), says(GOOD_TEXT)]);
    expect((await gateway.run(answerFreely, INPUT, testContext().context)).degraded).toBeNull();
  });

  it('takes a filtered answer for a refusal', async () => {
    const { gateway } = await connect([says(GOOD_JSON, 'content-filter')]);
    expect((await gateway.run(sortQuestion, INPUT, testContext().context)).degraded).toBe('refusal');
  });
});

describe('ollama', () => {
  it('gets its limits where it reads them', async () => {
    server = await startFakeOllama([says(GOOD_JSON)]);
    const handle = createModelHandle('ollama/medgemma:4b', {
      urls: { ollama: server.url },
      contextTokens: 4_096,
    });
    await gatewayTo(handle).run(sortQuestion, INPUT, testContext().context);
    expect(server.requests[0]?.body).toMatchObject({
      model: 'medgemma:4b',
      options: { temperature: 0.3, num_predict: 2_000, num_ctx: 4_096 },
      format: { type: 'object' },
    });
  });

  it.each([
    ['an error amid the stream', '{"error":"out of memory"}\n'],
    ['a garbled line amid the stream', '{"message":{"role":"assis\n'],
  ])('takes %s for a failure, not for an answer with a hole', async (_, line) => {
    const piece = (content: string, done: boolean) =>
      `${JSON.stringify({ model: 'm', created_at: '', message: { role: 'assistant', content }, done, ...(done ? { done_reason: 'stop' } : {}) })}\n`;
    const body = `${piece('Safe', false)}${line}${piece(' for all.', false)}${piece('', true)}`;
    server = await startFakeOllama([{ kind: 'sends', body }]);
    const handle = createModelHandle('ollama/m', { urls: { ollama: server.url } });
    expect((await gatewayTo(handle).run(answerFreely, INPUT, testContext().context)).degraded).toBe(
      'model-error',
    );
  });
});

it('breaks off a response that is larger than allowed', async () => {
  server = await startFakeOpenAi([says(`${GOOD_TEXT} `.repeat(200))]);
  const urls = { 'openai-compatible': server.url };
  const handle = createModelHandle('openai-compatible/m', { urls, maxResponseBytes: 5_000 });
  expect((await gatewayTo(handle).run(answerFreely, INPUT, testContext().context)).degraded).toBe(
    'model-error',
  );
  expect((await gatewayTo(handle).run(sortQuestion, INPUT, testContext().context)).degraded).toBe(
    'model-error',
  );
});

it('reports a server that is not there as a model error', async () => {
  const gone = await startFakeOpenAi([]);
  await gone.close();
  const handle = createModelHandle('openai-compatible/m', { urls: { 'openai-compatible': gone.url } });
  expect((await gatewayTo(handle).run(sortQuestion, INPUT, testContext().context)).degraded).toBe(
    'model-error',
  );
});

describe('model ids', () => {
  it.each([
    ['ollama/medgemma:4b', 'ollama', 'medgemma:4b'],
    ['openai-compatible/meta-llama/Llama-3.1-8B', 'openai-compatible', 'meta-llama/Llama-3.1-8B'],
  ])('%s', (id, provider, model) => {
    expect(parseModelId(id)).toEqual({ provider, model });
  });

  it.each(['gpt-4o', 'mystery/model', 'openai/', '/x', ''])('refuses "%s"', (id) => {
    expect(() => parseModelId(id)).toThrow(GalenError);
  });

  it('keeps servers apart, and models of one server together', () => {
    const at = (model: string, url: string) =>
      createModelHandle(`openai-compatible/${model}`, { urls: { 'openai-compatible': url } }).provider;
    expect(at('a', 'http://one:8000')).toBe(at('b', 'http://one:8000/v1'));
    expect(at('a', 'http://one:8000')).not.toBe(at('a', 'http://two:8000'));
  });

  it.each([
    ['a key', 'openai/gpt-4o-mini', {}],
    ['a key', 'anthropic/claude', {}],
    ['a key', 'google/gemini', { apiKeys: { google: '' } }],
    ['an address', 'openai-compatible/m', {}],
    ['an address', 'ollama/m', { urls: { ollama: 'not a url' } }],
  ])('says that %s is missing for %s', (_, id, access) => {
    expect(() => createModelHandle(id, access)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
  });
});
