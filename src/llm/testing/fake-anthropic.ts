import {
  type FakeModelServer,
  type Script,
  startFakeModelServer,
  type WireFormat,
} from './fake-model-server.ts';
import { words } from './fake-openai.ts';

/** Anthropic's `POST /v1/messages`. */
export function startFakeAnthropic(script: Script): Promise<FakeModelServer> {
  return startFakeModelServer(anthropicWire, script);
}

const FINISH = { stop: 'end_turn', length: 'max_tokens', 'content-filter': 'refusal' } as const;
const MESSAGE = { id: 'msg_1', type: 'message', role: 'assistant', model: 'fake-model' };

const anthropicWire: WireFormat = {
  isStream: ({ body }) => body.stream === true,
  streamType: 'text/event-stream',
  whole: ({ text, finish }) =>
    JSON.stringify({
      ...MESSAGE,
      content: [{ type: 'text', text }],
      stop_reason: FINISH[finish],
      stop_sequence: null,
      usage: { input_tokens: 11, output_tokens: 7 },
    }),
  pieces: ({ text, finish }) => [
    event('message_start', {
      message: {
        ...MESSAGE,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 11, output_tokens: 1 },
      },
    }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ...words(text).map((word) =>
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: word } }),
    ),
    event('content_block_stop', { index: 0 }),
    event('message_delta', {
      delta: { stop_reason: FINISH[finish], stop_sequence: null },
      usage: { output_tokens: 7 },
    }),
    event('message_stop', {}),
  ],
  closing: 3,
  garbled: 'event: message_start\ndata: {"type": "message_\n\n',
  error: (status) =>
    JSON.stringify({ type: 'error', error: { type: 'overloaded_error', message: `status ${status}` } }),
};

function event(type: string, data: Record<string, unknown>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}
