import { z } from '@hono/zod-openapi';
import { Activity } from '../../domain/activity.ts';
import { GalenError } from '../../domain/errors.ts';
import type { Galen } from '../compose.ts';
import { describeProblem } from './read-body.ts';
import { type App, addRoute } from './route.ts';

const DAY_MS = 86_400_000;
const MAX_RUNS = 2_000;
const Query = z.object({ days: z.coerce.number().int().min(1).max(90).default(14) });

export function addActivityRoutes(app: App, { activity }: Pick<Galen, 'activity'>): void {
  addRoute(
    app,
    {
      method: 'get',
      path: '/v1/activity',
      summary: 'What went on lately: the tenant’s turns for those who may audit, for others their own',
      query: Query,
      answer: Activity,
    },
    async (c) => {
      const query = Query.safeParse(c.req.query());
      if (!query.success) throw new GalenError('BAD_REQUEST', { problem: describeProblem(query.error) });
      const since = new Date(Date.now() - query.data.days * DAY_MS).toISOString();
      return c.json(await activity.read(c.get('principal'), { since, limit: MAX_RUNS }));
    },
  );
}
