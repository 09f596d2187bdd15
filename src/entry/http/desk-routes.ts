import { Answer } from '../../domain/answer.ts';
import { AskRequest } from '../../domain/ask.ts';
import { DeskRequest } from '../../domain/desk-request.ts';
import type { Galen } from '../compose.ts';
import { readBody } from './read-body.ts';
import { type App, addRoute } from './route.ts';
import { streamEvents, wantsEvents } from './stream-events.ts';

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
