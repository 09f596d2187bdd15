export interface ReceivedEvent {
  id: number;
  type: string;
  data: Record<string, unknown>;
}

/** Reads server-sent events to the end, or until `enough` says so; then leaves as a client that disconnects would. */
export async function readEvents(
  response: Response,
  enough: (events: ReceivedEvent[]) => boolean = () => false,
): Promise<ReceivedEvent[]> {
  const events: ReceivedEvent[] = [];
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    buffer += value;
    const blocks = buffer.split('\n\n');
    buffer = blocks.pop() ?? '';
    events.push(...blocks.filter((block) => !block.startsWith(':')).map(parseEvent));
    if (enough(events)) {
      await reader.cancel();
      break;
    }
  }
  return events;
}

function parseEvent(block: string): ReceivedEvent {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'mu').exec(block)?.[1] ?? '';
  return { id: Number(field('id')), type: field('event'), data: JSON.parse(field('data')) };
}
