import { describe, expect, it } from 'vitest';
import { parseBlock, readSse, type ServerEvent } from './read-sse.ts';

async function read(...chunks: string[]): Promise<ServerEvent[]> {
  const bytes = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(bytes.encode(chunk));
      controller.close();
    },
  });
  const events: ServerEvent[] = [];
  for await (const event of readSse(body)) events.push(event);
  return events;
}

describe('readSse', () => {
  it('puts events together that come in pieces, and leaves comments and halves out', async () => {
    expect(await read('event: step\nda', 'ta: {"a":1}\nid: 7\n\n: waiting\n\nevent: x\ndata: "ha')).toEqual([
      { id: 7, type: 'step', data: '{"a":1}' },
    ]);
  });

  it('joins lines of data, and knows an event without a number', () => {
    expect(parseBlock('data: a\r\ndata: b')).toEqual({ id: null, type: 'message', data: 'a\nb' });
  });
});
