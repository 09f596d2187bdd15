import { z } from 'zod';

/** What a write to a chart may be. */
export const WriteTool = z.enum([
  'add_allergy',
  'prescribe_medication',
  'change_medication',
  'save_clinical_note',
]);
export type WriteTool = z.infer<typeof WriteTool>;

/** A write that a flow wants made. */
export const WriteCall = z.object({
  call_id: z.string(),
  tool: WriteTool,
  args: z.record(z.string(), z.unknown()),
});
export type WriteCall = z.infer<typeof WriteCall>;

export const FindingSeverity = z.enum(['contraindicated', 'major', 'moderate', 'info', 'unknown']);
export type FindingSeverity = z.infer<typeof FindingSeverity>;

const BY_GRAVITY: readonly FindingSeverity[] = ['contraindicated', 'major', 'moderate', 'unknown', 'info'];

/** The gravest first. */
export function byGravity(a: { severity: FindingSeverity }, b: { severity: FindingSeverity }): number {
  return BY_GRAVITY.indexOf(a.severity) - BY_GRAVITY.indexOf(b.severity);
}

/** What a check of a proposed write found, and on what it rests. `unknown` says that something could not be checked. */
export const SafetyFinding = z.object({
  check: z.enum([
    'allergy',
    'interaction',
    'duplicate',
    'condition',
    'renal',
    'pregnancy',
    'lactation',
    'age',
    'route',
    'dose',
    'contradiction',
    'missing-data',
  ]),
  severity: FindingSeverity,
  /** In the asker's language. */
  message: z.string(),
  /** The chart's own entry, the table's source, or both. */
  evidence: z.array(z.object({ title: z.string(), reference: z.string().nullable() })),
});
export type SafetyFinding = z.infer<typeof SafetyFinding>;

/** A finding that a person may override only with a written reason. */
export function needsReason({ severity }: Pick<SafetyFinding, 'severity'>): boolean {
  return severity === 'contraindicated' || severity === 'major';
}

/** What a person has to have seen of the findings before they say yes, in an order of its own. */
export function severePart(findings: readonly SafetyFinding[]): string[] {
  return findings
    .filter(needsReason)
    .map(({ check, severity, message }) => `${check} ${severity} ${message}`)
    .sort();
}

/** The severe findings by what they rest on, whatever language they are told in. */
export function severeKinds(findings: readonly SafetyFinding[]): string[] {
  return findings.filter(needsReason).map(({ check, severity, evidence }) => {
    // What the chart calls an entry may change with how it came there; a table's source does not.
    const sources = evidence.filter(({ reference }) => reference === null).map(({ title }) => title);
    return [check, severity, ...sources].join(' | ');
  });
}

export const ProposalState = z.enum(['pending', 'approved', 'executed', 'rejected', 'expired', 'failed']);
export type ProposalState = z.infer<typeof ProposalState>;

/** A write that waits for a person's yes. */
export const Proposal = z.object({
  run_id: z.string(),
  call_id: z.string(),
  tool: WriteTool,
  /** As they would be executed, already validated. */
  args: z.record(z.string(), z.unknown()),
  /** Of tool, arguments and severe findings: a decision names it, so that nobody approves what they have not seen. */
  args_hash: z.string(),
  patient_id: z.string(),
  /** One line, in the asker's language. */
  summary: z.string(),
  findings: z.array(SafetyFinding),
  state: ProposalState,
  /** Why it was rejected, or approved in spite of a severe finding. */
  reason: z.string().nullable(),
  decided_by: z.string().nullable(),
  /** What was written, such as `MedicationRequest/…`. */
  result: z.string().nullable(),
  /** When it was written, or given up. */
  settled_at: z.string().nullable().default(null),
  created_at: z.string(),
  expires_at: z.string(),
});
export type Proposal = z.infer<typeof Proposal>;

/** A person's word on a proposal. An edit is checked anew and waits again. */
export const Decision = z.strictObject({
  decision: z.enum(['approve', 'edit', 'reject']),
  args_hash: z.string(),
  args: z.record(z.string(), z.unknown()).optional(),
  reason: z.string().trim().min(1).max(1_000).optional(),
});
export type Decision = z.infer<typeof Decision>;
