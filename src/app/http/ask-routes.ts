import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { Answer } from '../../domain/answer.ts';
import { AskRequest, FlowGraph } from '../../domain/ask.ts';
import { CompareRequest, Comparison } from '../../domain/compare.ts';
import { DeskRequest } from '../../domain/desk-request.ts';
import { GalenError } from '../../domain/errors.ts';
import { type NumberedEvent, RunRecord } from '../../domain/run-record.ts';
import { drawFlow } from '../../engine/draw-flow.ts';
import { compareFlows } from '../../turns/compare-flows.ts';
import type { Turns } from '../../turns/create-turns.ts';
import type { Galen } from '../compose.ts';
import { MAX_BODY_BYTES } from './read-body.ts';
import { type App, type AppContext, addRoute, found, languageOf, loggedError } from './route.ts';

export function addAskRoutes(app: App, { turns, flows, config, records }: Galen): void {
  // Only the clinic looks at images: without it a large body is no question.
  const imageBytes = flows.some(({ name }) => name === 'clinic')
    ? base64Length(config.GALEN_MAX_IMAGE_MB)
    : 0;
  addRoute(app, 'post', '/v1/ask', {
    summary: 'Ask a question; with Accept: text/event-stream the steps and the answer come as events',
    body: AskRequest,
    maxBytes: MAX_BODY_BYTES + imageBytes,
    answer: Answer,
    streams: true,
    handle: ({ c, body }) => answerOrStream(c, turns, body),
  });

  // The desk's own way in: its query with history, user context and agents. The answer is the envelope of every flow.
  addRoute(app, 'post', '/v1/desk', {
    summary: 'Ask the departments; with Accept: text/event-stream progress and the answer come as events',
    body: DeskRequest,
    answer: Answer,
    streams: true,
    handle: ({ c, body: { query, ...desk } }) =>
      answerOrStream(c, turns, AskRequest.parse({ message: query, flow: 'desk', desk })),
  });

  addRoute(app, 'post', '/v1/compare', {
    summary: 'Ask the evidence and the research flow the same question, and tell how far their answers agree',
    body: CompareRequest,
    answer: Comparison,
    handle: ({ body, principal }) => compareFlows({ turns, clock: Date.now }, body, principal),
  });

  addRoute(app, 'get', '/v1/runs/{id}', {
    summary: 'A turn and its answer',
    what: 'run',
    answer: RunRecord,
    handle: ({ principal, id }) => records.get(principal, id),
  });

  addRoute(app, 'get', '/v1/runs/{id}/events', {
    summary: 'The events of a turn; as a stream it goes on after Last-Event-ID until the turn ends',
    what: 'run',
    answer: RunEvents,
    streams: true,
    handle: async ({ c, principal, id }) => {
      found(await records.get(principal, id), 'run');
      const after = lastEventId(c);
      if (wantsEvents(c)) return streamEvents(c, turns.follow(principal, id, after, c.req.raw.signal));
      return { events: await records.events(principal, id, after) };
    },
  });

  addRoute(app, 'post', '/v1/runs/{id}/stop', {
    summary: 'Stop a turn of the asker’s; it ends with RUN_STOPPED unless it has ended already',
    what: 'run',
    answer: z.object({ stopped: z.boolean() }),
    handle: async ({ principal, id }) => {
      found(await records.get(principal, id), 'run');
      return { stopped: turns.stop(principal, id) };
    },
  });

  addRoute(app, 'get', '/v1/flows', {
    summary: 'The flows: their steps and where each outcome leads',
    answer: z.object({ flows: z.array(FlowGraph) }),
    handle: () => ({ flows: flows.map(({ name, flow }) => ({ ...drawFlow(flow), name })) }),
  });
}

async function answerOrStream(c: AppContext, turns: Turns, request: AskRequest) {
  const principal = c.get('principal');
  const turn = await turns.start(request, principal);
  if (!wantsEvents(c)) return turn.answer;
  c.header('X-Galen-Run', turn.id);
  return streamEvents(c, turns.follow(principal, turn.id, 0, c.req.raw.signal));
}

/** What an image of the limit takes as text, line ends included, and one beyond it, which is told apart by its own code. */
function base64Length(megabytes: number): number {
  return Math.ceil(megabytes * 1_000_000 * (4 / 3) * 1.1);
}

function lastEventId(c: AppContext): number {
  const given = c.req.header('last-event-id') ?? '0';
  if (!/^\d{1,9}$/u.test(given))
    throw new GalenError('BAD_REQUEST', { problem: 'Last-Event-ID is not a number' });
  return Number(given);
}

/** Stored events in order; their data differ by type, as documented for the stream. */
export const RunEvents = z.object({
  events: z.array(
    z.object({ seq: z.number().int(), type: z.string(), data: z.record(z.string(), z.unknown()) }),
  ),
});

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
      const told = loggedError(c, error, 'a stream broke off').loggedBody(languageOf(c) ?? undefined);
      await stream.writeSSE({ event: 'error', data: JSON.stringify(told) });
    },
  );
}
