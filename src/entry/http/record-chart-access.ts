import { randomUUID } from 'node:crypto';
import type { AuditAction } from '../../domain/audit-entry.ts';
import { GalenError } from '../../domain/errors.ts';
import type { Audit } from '../../records/audit/audit.ts';
import type { AppContext } from './route.ts';

/** Lets a chart be looked at, and keeps who looked at what: types and ids, no names. Nothing is shown that is not recorded. */
export async function recordChartAccess<Result>(
  audit: Audit,
  c: AppContext,
  details: Readonly<Record<string, string>>,
  look: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await look();
    await append('chart-read');
    return result;
  } catch (error) {
    if (error instanceof GalenError && error.code === 'FORBIDDEN') await append('chart-refused');
    throw error;
  }

  async function append(action: AuditAction): Promise<void> {
    const { tenant_id, user_id } = c.get('principal');
    const at = new Date().toISOString();
    await audit.append({
      id: randomUUID(),
      at,
      tenant_id,
      user_id,
      action,
      run_id: null,
      question: null,
      details,
    });
  }
}
