import { Answer } from '../../domain/answer.ts';
import { AskRequest } from '../../domain/ask.ts';
import type { Galen } from '../compose.ts';
import { readBody } from './read-body.ts';
import { type App, addRoute } from './route.ts';
import { streamEvents, wantsEvents } from './stream-events.ts';

export function addAskRoutes(app: App, { turns }: Galen): void {
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
      const request = await readBody(c, AskRequest);
      const principal = c.get('principal');
      const turn = await turns.start(request, principal);
      if (!wantsEvents(c)) return c.json(await turn.answer);
      c.header('X-Galen-Run', turn.id);
      return streamEvents(c, turns.follow(principal, turn.id, 0, c.req.raw.signal));
    },
  );
}
