import { z } from 'zod';

type Fetch = typeof globalThis.fetch;

const ChatLine = z.object({ message: z.object({ content: z.string() }), error: z.undefined().optional() });

/**
 * Fetch whose NDJSON bodies fail on a line that is no chat line. The Ollama provider would print such a line and
 * go on, so that an error amid the stream or a garbled piece would end as an answer with a hole in it.
 */
export function strictNdjsonFetch(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const isNdjson = response.headers.get('content-type')?.includes('ndjson') ?? false;
    if (!response.ok || response.body === null || !isNdjson) return response;

    const lines = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(wholeChatLines())
      .pipeThrough(new TextEncoderStream());
    const { status, statusText, headers } = response;
    return new Response(lines, { status, statusText, headers });
  };
}

function wholeChatLines(): TransformStream<string, string> {
  let rest = '';
  return new TransformStream({
    transform(chunk, controller) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) forward(line, controller);
    },
    flush(controller) {
      forward(rest, controller);
    },
  });
}

function forward(line: string, controller: TransformStreamDefaultController<string>): void {
  if (line.trim() === '') return;
  if (isChatLine(line)) controller.enqueue(`${line}\n`);
  // The line itself stays out of the message: it may hold the answer.
  else controller.error(new Error('The stream holds a line that is not a chat message.'));
}

function isChatLine(line: string): boolean {
  try {
    return ChatLine.safeParse(JSON.parse(line)).success;
  } catch {
    return false;
  }
}
