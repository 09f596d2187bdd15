import { z } from '@hono/zod-openapi';
import { mayAudit, type Principal } from '../../domain/access.ts';
import { Activity } from '../../domain/activity.ts';
import { AuditEntry, AuditVerdict } from '../../domain/audit-entry.ts';
import { GalenError } from '../../domain/errors.ts';
import type { Galen } from '../compose.ts';
import { type App, addRoute } from './route.ts';

const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  before_seq: z.coerce.number().int().positive().optional(),
});

const VerifyQuery = z.object({ resume: z.enum(['true', 'false']).default('false') });

export function addAuditRoutes(app: App, { audit, activity }: Galen): void {
  addRoute(app, 'get', '/v1/audit', {
    summary: 'The audit chain of the asker’s tenant, newest first',
    query: ListQuery,
    answer: z.object({ entries: z.array(AuditEntry) }),
    handle: async ({ principal, query: { limit, before_seq } }) => ({
      entries: await audit.list(auditedTenant(principal), { limit, beforeSeq: before_seq }),
    }),
  });

  addRoute(app, 'get', '/v1/audit/verify', {
    summary: 'Check the audit chain; with resume, from where the last check came to',
    query: VerifyQuery,
    answer: AuditVerdict,
    handle: ({ principal, query: { resume } }) =>
      audit.verify(auditedTenant(principal), { resume: resume === 'true' }),
  });

  addRoute(app, 'get', '/v1/activity', {
    summary: 'What went on lately: the tenant’s turns for those who may audit, for others their own',
    query: Query,
    answer: Activity,
    handle: ({ principal, query: { days } }) => {
      const since = new Date(Date.now() - days * DAY_MS).toISOString();
      return activity.read(principal, { since, limit: MAX_RUNS });
    },
  });
}

function auditedTenant(principal: Principal): string {
  if (!mayAudit(principal)) throw new GalenError('FORBIDDEN');
  return principal.tenant_id;
}

const DAY_MS = 86_400_000;
const MAX_RUNS = 2_000;
const Query = z.object({ days: z.coerce.number().int().min(1).max(90).default(14) });
