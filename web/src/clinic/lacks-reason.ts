import type { Decision, SafetyFinding } from '../../../src/domain/approval.ts';
import { isSevereFinding } from './is-severe-finding.ts';

/** Whether a decision still wants a written reason: every no does, and a yes against a severe finding. */
export function lacksReason(
  decision: Decision['decision'],
  findings: readonly SafetyFinding[],
  reason: string,
): boolean {
  if (reason.trim() !== '' || decision === 'edit') return false;
  return decision === 'reject' || findings.some(isSevereFinding);
}
