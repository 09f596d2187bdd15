import { z } from '@hono/zod-openapi';
import { mayAudit } from '../../domain/access.ts';
import { Activity } from '../../domain/activity.ts';
import { AuditEntry, AuditVerdict } from '../../domain/audit-entry.ts';
import { GalenError } from '../../domain/errors.ts';
import type { Galen } from '../compose.ts';
import { describeProblem } from './read-body.ts';
import { type App, type AppContext, addRoute } from './route.ts';

const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  before_seq: z.coerce.number().int().positive().optional(),
});

export function addAuditRoutes(app: App, { audit }: Galen): void {
  addRoute(
    app,
    {
      method: 'get',
      path: '/v1/audit',
      summary: 'The audit chain of the asker’s tenant, newest first',
      query: ListQuery,
      answer: z.object({ entries: z.array(AuditEntry) }),
    },
    async (c) => {
      const query = ListQuery.safeParse(c.req.query());
      if (!query.success) throw new GalenError('BAD_REQUEST', { problem: describeProblem(query.error) });
      const { limit, before_seq } = query.data;
      return c.json({ entries: await audit.list(auditedTenant(c), { limit, beforeSeq: before_seq }) });
    },
  );

  addRoute(
    app,
    { method: 'get', path: '/v1/audit/verify', summary: 'Check the audit chain', answer: AuditVerdict },
    async (c) => c.json(await audit.verify(auditedTenant(c))),
  );
}

function auditedTenant(c: AppContext): string {
  const principal = c.get('principal');
  if (!mayAudit(principal)) throw new GalenError('FORBIDDEN');
  return principal.tenant_id;
}

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
