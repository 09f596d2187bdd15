import { randomUUID } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import { describePatient, summariseChart } from '../../chart/summary/summarise-chart.ts';
import { type AuditAction, auditBody } from '../../domain/audit-entry.ts';
import { ChartSummary } from '../../domain/chart-summary.ts';
import { GalenError } from '../../domain/errors.ts';
import type { Audit } from '../../records/audit/audit.ts';
import type { Galen } from '../compose.ts';
import type { ChartOfLaunch } from '../interop/smart-routes.ts';
import { type App, type AppContext, addRoute, found, languageOf } from './route.ts';

const Query = z.strictObject({
  name: z.string().min(1).max(200).optional(),
  identifier: z.string().min(1).max(200).optional(),
  birth_date: z.iso.date().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
const PatientId = z.object({ id: z.string().min(1).max(64) });

/** Patients and their charts, for clinicians. */
export function addPatientRoutes(app: App, { chart, audit }: Galen, chartOf: ChartOfLaunch): void {
  addRoute(app, 'get', '/v1/patients', {
    summary: 'Find patients by name, record number or birth date',
    query: Query,
    answer: z.object({ patients: z.array(ChartSummary.shape.patient) }),
    handle: async ({ c, principal, query: { name, identifier, birth_date, limit } }) => {
      const patients = await recordChartAccess(audit, c, { what: 'search' }, () =>
        chart.searchPatients(principal, { limit, name, identifier, birthDate: birth_date }),
      );
      const [now, language] = [new Date().toISOString(), languageOf(c) ?? 'en'];
      return { patients: patients.map((patient) => describePatient(patient, now, language)) };
    },
  });

  addRoute(app, 'get', '/v1/patients/{id}/chart', {
    summary: 'One patient’s chart, in short; in Vietnamese for Accept-Language: vi',
    params: PatientId,
    answer: ChartSummary,
    handle: async ({ c, principal }) => {
      const id = c.req.param('id') ?? '';
      const parts = await recordChartAccess(
        audit,
        c,
        { what: 'chart', patient_id: id.slice(0, 64) },
        async () => ((await chartOf(c)) ?? chart).parts(principal, id),
      );
      const [now, language] = [new Date().toISOString(), languageOf(c) ?? 'en'];
      return summariseChart(found(parts, 'patient'), { language, now });
    },
  });
}

/** Reads a chart and records in the audit who read what: types and ids, no names. Nothing is shown that is not recorded. */
export async function recordChartAccess<Result>(
  audit: Audit,
  c: AppContext,
  details: Readonly<Record<string, string>>,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await read();
    await append('chart-read');
    return result;
  } catch (error) {
    if (error instanceof GalenError && error.code === 'FORBIDDEN') await append('chart-refused');
    throw error;
  }

  async function append(action: AuditAction): Promise<void> {
    const entry = { id: randomUUID(), at: new Date().toISOString(), details };
    await audit.append(auditBody(c.get('principal'), action, entry));
  }
}
