export interface ServerEvent {
  /** Null where the server gave none. */
  id: number | null;
  type: string;
  data: string;
}

/** Server-sent events of a response, as they come. */
export async function* readSse(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    .getReader();
  let buffer = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      buffer += value;
      const blocks = buffer.split(/\r?\n\r?\n/u);
      buffer = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseBlock(block);
        if (event !== null) yield event;
      }
    }
  } finally {
    await reader.cancel();
  }
}

/** One block of lines; null for a comment. */
export function parseBlock(block: string): ServerEvent | null {
  let id: number | null = null;
  let type = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/u)) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const value = line.slice(colon + 1).replace(/^ /u, '');
    const field = line.slice(0, colon);
    if (field === 'id' && /^\d+$/u.test(value)) id = Number(value);
    if (field === 'event') type = value;
    if (field === 'data') data.push(value);
  }
  return data.length === 0 ? null : { id, type, data: data.join('\n') };
}
