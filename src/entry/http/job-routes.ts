import { z } from '@hono/zod-openapi';
import { GalenError } from '../../domain/errors.ts';
import { IngestJob } from '../../domain/ingest-job.ts';
import type { Galen } from '../compose.ts';
import { type App, addRoute } from './route.ts';

const JobId = z.object({ id: z.uuid() });

export function addJobRoutes(app: App, { jobs }: Galen): void {
  addRoute(
    app,
    {
      method: 'get',
      path: '/v1/jobs/{id}',
      summary: 'How far a job of the asker’s is',
      params: JobId,
      answer: IngestJob,
    },
    async (c) => {
      const id = JobId.shape.id.safeParse(c.req.param('id'));
      const job = id.success ? await jobs.get(c.get('principal'), id.data) : null;
      if (!job) throw new GalenError('NOT_FOUND', { what: 'job' });
      return c.json(job);
    },
  );
}
