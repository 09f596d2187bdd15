import {
  type FakeModelServer,
  type Script,
  startFakeModelServer,
  type WireFormat,
} from './fake-model-server.ts';
import { words } from './fake-openai.ts';

/** Google's `POST /v1beta/models/{model}:generateContent` and `:streamGenerateContent?alt=sse`. */
export function startFakeGoogle(script: Script): Promise<FakeModelServer> {
  return startFakeModelServer(googleWire, script);
}

const FINISH = { stop: 'STOP', length: 'MAX_TOKENS', 'content-filter': 'SAFETY' } as const;
const USAGE = { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 };

const googleWire: WireFormat = {
  isStream: ({ path }) => path.includes(':streamGenerateContent'),
  streamType: 'text/event-stream',
  whole: ({ text, finish }) => JSON.stringify(candidate(text, FINISH[finish])),
  pieces: ({ text, finish }) => [
    ...words(text).map((word) => event(candidate(word, null))),
    event(candidate('', FINISH[finish])),
  ],
  closing: 1,
  garbled: 'data: {"candidates": [{\n\n',
  error: (status) =>
    JSON.stringify({ error: { code: status, message: `status ${status}`, status: 'RESOURCE_EXHAUSTED' } }),
};

function candidate(text: string, finishReason: string | null) {
  const content = { role: 'model', parts: [{ text }] };
  return {
    candidates: [{ index: 0, content, ...(finishReason === null ? {} : { finishReason }) }],
    usageMetadata: USAGE,
    modelVersion: 'fake-model',
  };
}

function event(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
