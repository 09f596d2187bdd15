import { z } from 'zod';
import type { Principal } from './access.ts';

/** What the chain records. */
export const AuditAction = z.enum([
  'ask',
  'ask-refused',
  'ask-failed',
  'ask-interrupted',
  'ask-waiting',
  'approve',
  'edit',
  'reject',
  'decision-refused',
  'search',
  'search-refused',
  'ingest',
  'ingest-refused',
  'delete',
  'delete-refused',
  'restore',
  'restore-refused',
  'chart-read',
  'chart-refused',
  'tool',
  'feedback',
  'feedback-withdrawn',
  'key-created',
  'key-revoked',
]);
export type AuditAction = z.infer<typeof AuditAction>;

/** What is hashed into the audit chain. `question` is the redacted one, never the raw one. */
export const AuditBody = z.object({
  id: z.string(),
  at: z.string(),
  tenant_id: z.string(),
  user_id: z.string(),
  action: z.string(),
  run_id: z.string().nullable(),
  question: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditBody = z.infer<typeof AuditBody>;

type AuditPart = Pick<AuditBody, 'id' | 'at'> & Partial<Pick<AuditBody, 'run_id' | 'question' | 'details'>>;

/** What someone did, as the chain keeps it. */
export function auditBody(
  { tenant_id, user_id }: Pick<Principal, 'tenant_id' | 'user_id'>,
  action: AuditAction,
  part: AuditPart,
): AuditBody {
  return { tenant_id, user_id, action, run_id: null, question: null, details: {}, ...part };
}

/** A body with its place in its tenant's chain: `hash = sha256(prev_hash + canonicalJson(body))`. */
export const AuditEntry = z.object({
  seq: z.number().int().positive(),
  prev_hash: z.string(),
  hash: z.string(),
  body: AuditBody,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditProblem = z.object({
  seq: z.number().int(),
  kind: z.enum(['changed', 'removed', 'inserted', 'reordered']),
  /** For a person: what was expected and what was found. */
  explanation: z.string(),
});
export type AuditProblem = z.infer<typeof AuditProblem>;

export const AuditVerdict = z.object({
  tenant_id: z.string(),
  entries: z.number().int(),
  /** Hash of the newest entry. Kept elsewhere, it also proves that the end was not cut off. */
  head: z.string(),
  /** The entry that this verification began with: beyond 1 where it was resumed. */
  from_seq: z.number().int(),
  first_problem: AuditProblem.nullable(),
});
export type AuditVerdict = z.infer<typeof AuditVerdict>;
