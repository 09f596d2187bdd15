import { z } from '@hono/zod-openapi';
import { GalenError } from '../../domain/errors.ts';
import { RunRecord } from '../../domain/run-record.ts';
import type { Galen } from '../compose.ts';
import { type App, type AppContext, addRoute } from './route.ts';
import { RunEvents } from './run-events-schema.ts';
import { streamEvents, wantsEvents } from './stream-events.ts';

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
