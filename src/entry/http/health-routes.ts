import { z } from '@hono/zod-openapi';
import { GalenError } from '../../domain/errors.ts';
import type { Galen } from '../compose.ts';
import { type App, addRoute } from './route.ts';

const Status = z.object({ status: z.literal('ok') });

export function addHealthRoutes(app: App, { database, instance }: Galen): void {
  addRoute(app, { method: 'get', path: '/healthz', summary: 'The process is alive', answer: Status }, (c) => {
    // So a command finds out whether who listens here is the server it was told of.
    c.header('X-Galen-Instance', instance);
    return c.json({ status: 'ok' });
  });

  addRoute(
    app,
    { method: 'get', path: '/readyz', summary: 'The database answers', answer: Status },
    async (c) => {
      await database.ping().catch((error: unknown) => {
        throw new GalenError('DATABASE_UNAVAILABLE', {}, { cause: error });
      });
      return c.json({ status: 'ok' });
    },
  );
}
