import {
  type FakeModelServer,
  type Script,
  startFakeModelServer,
  type WireFormat,
} from './fake-model-server.ts';
import { words } from './fake-openai.ts';

/** Ollama's `POST /api/chat`: one JSON object, or NDJSON lines when streaming. */
export function startFakeOllama(script: Script): Promise<FakeModelServer> {
  return startFakeModelServer(ollamaWire, script);
}

const FINISH = { stop: 'stop', length: 'length', 'content-filter': 'content_filter' } as const;
const HEAD = { model: 'fake-model', created_at: '2024-01-01T00:00:00.000000Z' };
const TIMES = {
  total_duration: 4_000_000,
  load_duration: 1_000_000,
  prompt_eval_count: 11,
  prompt_eval_duration: 1_000_000,
  eval_count: 7,
  eval_duration: 2_000_000,
};

const ollamaWire: WireFormat = {
  // Ollama streams unless told not to.
  isStream: ({ body }) => body.stream !== false,
  streamType: 'application/x-ndjson',
  whole: ({ text, finish }) => JSON.stringify(done(text, FINISH[finish])),
  pieces: ({ text, finish }) => [
    ...words(text).map((word) =>
      line({ ...HEAD, message: { role: 'assistant', content: word }, done: false }),
    ),
    line(done('', FINISH[finish])),
  ],
  closing: 1,
  garbled: '{"model": "fake-model", "message": {"role"\n',
  error: (status) => JSON.stringify({ error: `status ${status}` }),
};

function done(content: string, reason: string) {
  return { ...HEAD, message: { role: 'assistant', content }, done_reason: reason, done: true, ...TIMES };
}

function line(data: unknown): string {
  return `${JSON.stringify(data)}\n`;
}
