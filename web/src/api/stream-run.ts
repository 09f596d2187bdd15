import type { AskRequest } from '../../../src/domain/ask.ts';
import type { NumberedEvent } from '../../../src/domain/run-record.ts';
import { ApiError, errorOf, request, requestHeaders } from './client.ts';
import { readSse } from './read-sse.ts';

const RETRY_MS = [300, 1_000, 2_000, 4_000, 8_000];

export interface RunListener {
  onEvent(event: NumberedEvent): void;
  /** True while the connection is lost and looked for again. */
  onLost?(isLost: boolean): void;
  signal: AbortSignal;
}

/** Asks a question and tells what happens until the turn ends; a lost connection is taken up where it broke off. */
export async function askQuestion(question: Partial<AskRequest>, listener: RunListener): Promise<void> {
  const response = await request('/v1/ask', {
    method: 'POST',
    headers: { ...requestHeaders(), accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify(question),
    signal: listener.signal,
  });
  const runId = response.headers.get('x-galen-run');
  if (!response.ok || runId === null) throw await errorOf(response);
  await listen(runId, 0, listener, response);
}

/** What happens in a turn after the event of that number, until the turn ends. */
export function followRun(runId: string, afterSeq: number, listener: RunListener): Promise<void> {
  return listen(runId, afterSeq, listener, null);
}

async function listen(runId: string, afterSeq: number, listener: RunListener, first: Response | null) {
  let seen = afterSeq;
  let response = first;
  for (let failures = 0; !listener.signal.aborted; ) {
    try {
      response ??= await openEvents(runId, seen, listener.signal);
      listener.onLost?.(false);
      for await (const { id, type, data } of readSse(response.body ?? new ReadableStream())) {
        // An event without a number is the stream's own failure, not the run's.
        if (id === null) throw new Error('the stream broke off');
        if (id <= seen) continue;
        seen = id;
        failures = 0;
        // The cast, because the server stores and sends what its own schema made.
        const event = { seq: id, type, data: JSON.parse(data) } as NumberedEvent;
        listener.onEvent(event);
        if (event.type === 'answer' || event.type === 'error') return;
      }
      // A stream that ends twice without a word is that of a turn that has no more to tell.
      if (failures > 0) return;
      failures += 1;
    } catch (error) {
      if (listener.signal.aborted) return;
      // What the server itself refuses stays refused; status 0 is nobody there.
      if (error instanceof ApiError && error.status > 0 && error.status < 500) throw error;
      failures += 1;
      listener.onLost?.(true);
    }
    response = null;
    await pause(RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? 0, listener.signal);
  }
}

async function openEvents(runId: string, afterSeq: number, signal: AbortSignal): Promise<Response> {
  const response = await request(`/v1/runs/${runId}/events`, {
    headers: { ...requestHeaders(), accept: 'text/event-stream', 'last-event-id': String(afterSeq) },
    signal,
  });
  if (!response.ok) throw await errorOf(response);
  return response;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
