import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { GalenError } from '../../domain/errors.ts';
import type { NumberedEvent } from '../../domain/run-event.ts';
import { languageOf } from './error-response.ts';
import type { AppContext } from './route.ts';

/** Keeps proxies from closing a quiet stream. */
const KEEP_ALIVE_MS = 15_000;

export function wantsEvents(c: Context): boolean {
  return (c.req.header('accept') ?? '').includes('text/event-stream');
}

/** Run events as server-sent events; the run itself does not depend on anyone reading them. */
export function streamEvents(c: AppContext, events: AsyncIterable<NumberedEvent>): Response {
  return streamSSE(
    c,
    async (stream) => {
      const keepAlive = setInterval(() => stream.write(': waiting\n\n'), KEEP_ALIVE_MS);
      try {
        for await (const { seq, type, data } of events) {
          if (stream.aborted) return;
          await stream.writeSSE({ id: String(seq), event: type, data: JSON.stringify(data) });
        }
      } finally {
        clearInterval(keepAlive);
      }
    },
    async (error, stream) => {
      const failure = error instanceof GalenError ? error : new GalenError('INTERNAL', {}, { cause: error });
      c.get('log').error({ err: failure }, 'a stream broke off');
      await stream.writeSSE({
        event: 'error',
        data: JSON.stringify(failure.body(languageOf(c) ?? undefined)),
      });
    },
  );
}
