import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { Answer } from '../../domain/answer.ts';
import { AskRequest, FlowGraph } from '../../domain/ask.ts';
import { CompareRequest, Comparison } from '../../domain/compare.ts';
import { DeskRequest } from '../../domain/desk-request.ts';
import { GalenError } from '../../domain/errors.ts';
import type { NumberedEvent } from '../../domain/run-record.ts';
import { RunRecord } from '../../domain/run-record.ts';
import { drawFlow } from '../../engine/draw-flow.ts';
import { compareFlows } from '../../turns/compare-flows.ts';
import type { Galen } from '../compose.ts';
import { MAX_BODY_BYTES, readBody } from './read-body.ts';
import { type App, type AppContext, addRoute, languageOf } from './route.ts';

export function addAskRoutes(app: App, { turns, flows, config }: Galen): void {
  // Only the clinic looks at images: without it a large body is no question.
  const imageBytes = flows.some(({ name }) => name === 'clinic')
    ? base64Length(config.GALEN_MAX_IMAGE_MB)
    : 0;
  addRoute(
    app,
    {
      method: 'post',
      path: '/v1/ask',
      summary: 'Ask a question; with Accept: text/event-stream the steps and the answer come as events',
      body: AskRequest,
      answer: Answer,
      streams: true,
    },
    async (c) => {
      const request = await readBody(c, AskRequest, MAX_BODY_BYTES + imageBytes);
      const principal = c.get('principal');
      const turn = await turns.start(request, principal);
      if (!wantsEvents(c)) return c.json(await turn.answer);
      c.header('X-Galen-Run', turn.id);
      return streamEvents(c, turns.follow(principal, turn.id, 0, c.req.raw.signal));
    },
  );
}

/** What an image of the limit takes as text, line ends included, and one beyond it, which is told apart by its own code. */
function base64Length(megabytes: number): number {
  return Math.ceil(megabytes * 1_000_000 * (4 / 3) * 1.1);
}

/** The desk's own way in: its query with history, user context and agents. The answer is the envelope of every flow. */
export function addDeskRoutes(app: App, { turns }: Galen): void {
  addRoute(
    app,
    {
      method: 'post',
      path: '/v1/desk',
      summary: 'Ask the departments; with Accept: text/event-stream progress and the answer come as events',
      body: DeskRequest,
      answer: Answer,
      streams: true,
    },
    async (c) => {
      const { query, ...desk } = await readBody(c, DeskRequest);
      const request = AskRequest.parse({ message: query, flow: 'desk', desk });
      const principal = c.get('principal');
      const turn = await turns.start(request, principal);
      if (!wantsEvents(c)) return c.json(await turn.answer);
      c.header('X-Galen-Run', turn.id);
      return streamEvents(c, turns.follow(principal, turn.id, 0, c.req.raw.signal));
    },
  );
}

export function addCompareRoutes(app: App, { turns }: Galen): void {
  addRoute(
    app,
    {
      method: 'post',
      path: '/v1/compare',
      summary:
        'Ask the evidence and the research flow the same question, and tell how far their answers agree',
      body: CompareRequest,
      answer: Comparison,
    },
    async (c) => {
      const request = await readBody(c, CompareRequest);
      return c.json(await compareFlows({ turns, clock: Date.now }, request, c.get('principal')));
    },
  );
}

const RunId = z.object({ id: z.uuid() });

export function addRunRoutes(app: App, { records, turns }: Galen): void {
  addRoute(
    app,
    {
      method: 'get',
      path: '/v1/runs/{id}',
      summary: 'A turn and its answer',
      params: RunId,
      answer: RunRecord,
    },
    async (c) => c.json(await ownRun(c)),
  );

  addRoute(
    app,
    {
      method: 'get',
      path: '/v1/runs/{id}/events',
      summary: 'The events of a turn; as a stream it goes on after Last-Event-ID until the turn ends',
      params: RunId,
      answer: RunEvents,
      streams: true,
    },
    async (c) => {
      const { id } = await ownRun(c);
      const after = lastEventId(c);
      const principal = c.get('principal');
      if (wantsEvents(c)) return streamEvents(c, turns.follow(principal, id, after, c.req.raw.signal));
      return c.json({ events: await records.events(principal, id, after) });
    },
  );

  async function ownRun(c: AppContext) {
    const id = z.uuid().safeParse(c.req.param('id'));
    const run = id.success ? await records.get(c.get('principal'), id.data) : null;
    if (!run) throw new GalenError('NOT_FOUND', { what: 'run' });
    return run;
  }
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
      const failure = error instanceof GalenError ? error : new GalenError('INTERNAL', {}, { cause: error });
      c.get('log').error({ err: failure }, 'a stream broke off');
      await stream.writeSSE({
        event: 'error',
        data: JSON.stringify(failure.body(languageOf(c) ?? undefined)),
      });
    },
  );
}

export function addFlowRoutes(app: App, { flows }: Pick<Galen, 'flows'>): void {
  addRoute(
    app,
    {
      method: 'get',
      path: '/v1/flows',
      summary: 'The flows: their steps and where each outcome leads',
      answer: z.object({ flows: z.array(FlowGraph) }),
    },
    (c) => c.json({ flows: flows.map(({ name, flow }) => ({ ...drawFlow(flow), name })) }),
  );
}
