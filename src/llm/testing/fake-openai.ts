import {
  type FakeModelServer,
  type Script,
  startFakeModelServer,
  type WireFormat,
} from './fake-model-server.ts';

/** OpenAI's chat completions (`POST /v1/chat/completions`), as vLLM, LM Studio and the llama.cpp server speak it too. */
export function startFakeOpenAi(script: Script): Promise<FakeModelServer> {
  return startFakeModelServer(openAiWire, script);
}

const FINISH = { stop: 'stop', length: 'length', 'content-filter': 'content_filter' } as const;
const USAGE = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
const HEAD = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'fake-model' };

const openAiWire: WireFormat = {
  isStream: ({ body }) => body.stream === true,
  streamType: 'text/event-stream',
  whole: ({ text, finish }) =>
    JSON.stringify({
      ...HEAD,
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: text, refusal: null },
          logprobs: null,
          finish_reason: FINISH[finish],
        },
      ],
      usage: USAGE,
    }),
  pieces: ({ text, finish }) => [
    chunk({ role: 'assistant', content: '' }),
    ...words(text).map((word) => chunk({ content: word })),
    chunk({}, FINISH[finish]),
    event({ ...HEAD, object: 'chat.completion.chunk', choices: [], usage: USAGE }),
    'data: [DONE]\n\n',
  ],
  closing: 3,
  garbled: 'data: {"id": "chatcmpl-1", "choices": [{"index"\n\n',
  error: (status) =>
    JSON.stringify({ error: { message: `status ${status}`, type: 'error', param: null, code: null } }),
};

function chunk(delta: Record<string, string>, finishReason: string | null = null): string {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: finishReason }];
  return event({ ...HEAD, object: 'chat.completion.chunk', choices });
}

function event(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** Tokens, nearly: words with the space before them. */
export function words(text: string): string[] {
  return text.match(/\s*\S+|\s+/g) ?? [];
}
