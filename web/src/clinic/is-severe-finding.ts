import type { SafetyFinding } from '../../../src/domain/approval.ts';

const SEVERE = new Set<SafetyFinding['severity']>(['contraindicated', 'major']);

/** Whether approving against it needs a written reason. */
export function isSevereFinding({ severity }: Pick<SafetyFinding, 'severity'>): boolean {
  return SEVERE.has(severity);
}
