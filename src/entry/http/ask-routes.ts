import { Answer } from '../../domain/answer.ts';
import { AskRequest } from '../../domain/ask.ts';
import type { Galen } from '../compose.ts';
import { MAX_BODY_BYTES, readBody } from './read-body.ts';
import { type App, addRoute } from './route.ts';
import { streamEvents, wantsEvents } from './stream-events.ts';

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
