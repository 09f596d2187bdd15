import type { Principal } from '../../domain/access.ts';
import type { AuditAction, AuditBody } from '../../domain/audit-entry.ts';

/** What the audit chain keeps of documents added and removed: where and by whom, not their names or text. */
export function auditOfDocuments({
  id,
  at,
  principal,
  action,
  details,
}: {
  id: string;
  at: string;
  principal: Principal;
  action: Extract<AuditAction, 'ingest' | 'ingest-refused' | 'delete' | 'delete-refused'>;
  details: AuditBody['details'];
}): AuditBody {
  const { tenant_id, user_id } = principal;
  return { id, at, tenant_id, user_id, action, run_id: null, question: null, details };
}
