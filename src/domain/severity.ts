import type { FindingSeverity } from './approval.ts';

const ORDER: readonly FindingSeverity[] = ['contraindicated', 'major', 'moderate', 'unknown', 'info'];

/** The gravest first. */
export function byGravity(a: { severity: FindingSeverity }, b: { severity: FindingSeverity }): number {
  return ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity);
}
