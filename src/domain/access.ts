import { z } from 'zod';
import type { EvidenceLevel } from './evidence-level.ts';

export const Audience = z.enum(['patient', 'clinician', 'researcher', 'staff', 'admin']);
export type Audience = z.infer<typeof Audience>;

export const Scope = z.enum(['public', 'internal', 'private']);
export type Scope = z.infer<typeof Scope>;

/** Who is asking. Every room takes it as an argument; nothing is read or written without one. */
export const Principal = z.object({
  user_id: z.string().min(1),
  tenant_id: z.string().min(1),
  audience: Audience,
  role: z.string(),
  scopes: z.array(Scope),
  departments: z.array(z.string()),
});
export type Principal = z.infer<typeof Principal>;

/** For whom documents may be written, and of which audience that is. */
export const READERS = {
  patient_general: 'patient',
  patient_diabetes: 'patient',
  patient_dental: 'patient',
  doctor_general: 'clinician',
  doctor_endocrine: 'clinician',
  doctor_dental: 'clinician',
} as const satisfies Record<string, Audience>;

/** The part of a principal that decides what may be read. `departments: ['*']` reads every department. */
export const Access = Principal.pick({ tenant_id: true, scopes: true, departments: true }).extend({
  /** Of what is written for someone, only what is written for these; without it, whomever it is written for. */
  roles: z.array(z.string()).optional(),
});
export type Access = z.infer<typeof Access>;

export const ALL_DEPARTMENTS = '*';

/** Whether a principal may read their tenant's audit chain. */
export function mayAudit(principal: Principal): boolean {
  return principal.audience === 'admin' || principal.role === 'owner';
}

/** Whether a principal may see patients' charts, and what waits to be written to them. */
export function mayUseCharts(principal: Principal): boolean {
  return ['clinician', 'admin'].includes(principal.audience) || principal.role === 'owner';
}

/** Whether a principal may decide what is written to charts: who treats patients, or on a machine of their own its owner. */
export function mayDecideWrites(principal: Principal): boolean {
  return principal.audience === 'clinician' || principal.role === 'owner';
}

/** Whether a principal may add documents at all: who works in the hospital. */
export function mayAddDocuments(principal: Principal): boolean {
  return ['admin', 'staff', 'clinician'].includes(principal.audience) || principal.role === 'owner';
}

/** Whether what a principal adds may stand as evidence, and evidence be replaced or deleted by them. */
export function mayReviewEvidence(principal: Principal): boolean {
  return principal.audience === 'admin' || principal.role === 'owner';
}

/** Sources that are believed for what they are: a document is one of them by a reviewer's word alone. */
const REVIEWED_SOURCES =
  'guidelines pubmed interactions drug_label drug_table adverse_event_reports trial_registry chart'.split(
    ' ',
  );

/** What a document says of itself that makes others believe it. */
interface Claims {
  source_type?: string | null;
  evidence_level?: EvidenceLevel | null;
}

export function claimsEvidence({ source_type, evidence_level }: Claims): boolean {
  return (
    REVIEWED_SOURCES.includes(source_type ?? '') || (evidence_level ?? 'expert_opinion') !== 'expert_opinion'
  );
}

/**
 * Whether a principal may add, replace or delete a document: one of a scope and a department they hold. What is not
 * public and of no department is read in all of them, so only who holds all may write it; what is evidence, only who
 * reviews it.
 */
export function mayWriteDocument(
  principal: Principal,
  { scope, department, ...claims }: { scope: Scope; department: string | null } & Claims,
): boolean {
  if (claimsEvidence(claims) && !mayReviewEvidence(principal)) return false;
  const holdsDepartment =
    principal.departments.includes(ALL_DEPARTMENTS) ||
    (department === null ? scope === 'public' : principal.departments.includes(department));
  return mayAddDocuments(principal) && principal.scopes.includes(scope) && holdsDepartment;
}

/** What is written for doctors, doses among it, is not for patients. */
export function accessOf(principal: Principal): Access {
  const { tenant_id, scopes, departments, audience } = principal;
  const isPatient = audience === 'patient' && !mayUseCharts(principal);
  const roles = Object.entries(READERS).flatMap(([role, reader]) => (reader === 'patient' ? [role] : []));
  return { tenant_id, scopes, departments, ...(isPatient ? { roles } : {}) };
}
