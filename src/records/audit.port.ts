import type { AuditBody, AuditEntry } from '../domain/audit-entry.ts';

export interface AuditProblem {
  seq: number;
  kind: 'changed' | 'removed' | 'inserted' | 'reordered';
  /** For a person: what was expected and what was found. */
  explanation: string;
}

export interface AuditVerdict {
  tenant_id: string;
  entries: number;
  /** Hash of the newest entry. Kept elsewhere, it also proves that the end was not cut off. */
  head: string;
  first_problem: AuditProblem | null;
}

/** The hash-chained log, one chain per tenant. */
export interface Audit {
  append(body: AuditBody): Promise<void>;
  list(tenantId: string, options: { limit: number; beforeSeq?: number | undefined }): Promise<AuditEntry[]>;
  verify(tenantId: string): Promise<AuditVerdict>;
  tenants(): Promise<string[]>;
}
